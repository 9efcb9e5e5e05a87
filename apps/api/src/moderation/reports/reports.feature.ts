import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { countPerDay, type TimeRange } from '../../platform/db/per-day.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, HOUR, SECOND } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import type { Boards } from '../../reading/boards/boards.feature.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import type { AdminRemoval, EventOutbox, PermanentSuspension } from '../../community/events.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { Notifications } from '../../reading/notifications/notifications.feature.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { Users } from '../../community/users/users.feature.js';
import {
  caseDetail,
  casesDecidedBy,
  closeCaseOf,
  closeCasesAbout,
  closeCasesOf,
  pageOfCases,
} from './cases.js';
import * as decisions from './decisions.js';
import { carryOut } from './due-decisions.js';
import { reportCaseModel, reportModel } from './report.model.js';
import { quoteNow, versionNow } from './reported-content.js';
import { createReportsService, type AuthorOf } from './reports.service.js';

/** Enough for a user who meets much abuse, too few to flood the moderators. */
const REPORTS_LIMIT: RateLimit = { name: 'reports', limit: 10, firstDay: 5, window: DAY };
/** More than a moderator can do by keyboard. */
const MODERATION_LIMIT: RateLimit = { name: 'moderation', limit: 5000, window: HOUR };

const COUNTED_MAX = 1000;
const OPEN_MAX = 100_000;

/** Interval at which due decisions run. */
const ACTS_EVERY = 5 * SECOND;

export interface ReportsDeps extends Pick<
  Platform,
  'config' | 'connection' | 'readPage' | 'jobs' | 'mail' | 'now' | 'log'
> {
  instance: Pick<Instance, 'settings'>;
  outbox: Pick<EventOutbox, 'source'>;
  users: Pick<Users, 'get' | 'getShown' | 'list' | 'picture'>;
  notifications: Pick<Notifications, 'mailAbout'>;
  posts: Pick<Posts, 'counted' | 'lists' | 'addresses'>;
  comments: Pick<Comments, 'service' | 'stored'>;
  boards: Pick<Boards, 'profilesOf'>;
  admin: Pick<Admin, 'log' | 'acts'>;
}

export type Reports = ReturnType<typeof createReports>;

interface ReportRoutes extends decisions.DecisionsParts {
  service: Pick<ReturnType<typeof createReportsService>, 'create'>;
}

function mountReports(parts: ReportRoutes, mount: Mount): void {
  const moderating = { perAccount: MODERATION_LIMIT, moderatorsOnly: true };
  // A blocked user can still report the blocker, so that blocking does not prevent reports.
  const reporting = { perAccount: REPORTS_LIMIT, pastBlocks: true };
  mount(contracts.createReport, reporting, async ({ viewer, body }) => {
    await parts.service.create(viewer, body);
    return { message: 'Thank you. The moderators will look at it.' };
  });
  mount(contracts.listReportCases, moderating, ({ viewer, query }) => pageOfCases(parts, viewer, query));
  mount(contracts.getReportCase, moderating, async ({ viewer, params }) => ({
    data: await caseDetail(parts, viewer, params.caseId),
  }));
  mount(contracts.decideReportCase, moderating, async ({ viewer, params, body }) => ({
    message: 'Decided',
    data: await decisions.decide(parts, viewer, params.caseId, body),
  }));
  mount(contracts.undoDecision, moderating, async ({ viewer, params, body }) => {
    await decisions.undo(parts, viewer, params.caseId, body.decision);
    return { message: 'Taken back' };
  });
  mount(contracts.reopenReportCase, moderating, async ({ viewer, params }) => {
    await decisions.reopen(parts, viewer, params.caseId);
    return { message: 'Open again' };
  });
  mount(contracts.noteReportCase, moderating, async ({ viewer, params, body }) => ({
    message: 'Noted',
    data: await decisions.addNote(parts, viewer, params.caseId, body.text),
  }));
}

/** Reports to the moderators, and decisions about them. Only this feature uses `reports` and `reportcases`. */
export function createReports(deps: ReportsDeps) {
  const { connection, users, posts, comments, jobs, notifications } = deps;
  const reports = collectionOf(reportModel(connection));
  const cases = collectionOf(reportCaseModel(connection));

  const authorOf: AuthorOf = async (kind, target) => {
    let user = target;
    if (kind === 'post') ({ user } = await posts.counted.getVisible(target));
    if (kind === 'comment') user = await comments.service.shownAuthor(target.toHexString());
    // Read again: users are cached for a second, and a report about a deleted one would stay.
    if ((await users.getShown(user.toHexString())) === null) throw userNotFound();
    return user;
  };
  const parts = { ...deps, reports, cases };
  const service = createReportsService({
    ...parts,
    authorOf,
    versionOf: (...given) => versionNow(parts, ...given),
    quoteOf: (...given) => quoteNow(parts, ...given),
  });
  notifications.mailAbout({
    name: 'reports',
    path: '/admin',
    count: ({ reader, since, limit }) =>
      cases.countDocuments(
        {
          open: true,
          decision: null,
          count: { $gt: 0 },
          // Nobody learns of reports about themselves.
          ...(reader && { user: { $ne: reader } }),
          ...(since && { lastAt: { $gte: since } }),
        },
        { limit },
      ),
  });
  jobs.define('report-acts', { every: ACTS_EVERY }, (_nothing, { signal }) => carryOut(parts, signal));

  return {
    routes: (mount: Mount) => mountReports({ ...parts, service }, mount),
    /** Counts reports by their day. */
    countPerDay: (range: TimeRange) => countPerDay(reports, 'createdAt', range),
    /** Counts the cases without a decision. */
    countOpen: () => cases.countDocuments({ open: true, decision: null }, { limit: OPEN_MAX }),
    onReportWords: service.reportWords,
    onPermanentSuspension: (suspension: PermanentSuspension) => closeCasesAbout(parts, suspension),
    onAdminRemoval: (removal: AdminRemoval) => closeCaseOf(parts, removal),
    decidedBy: (users: readonly Types.ObjectId[], decisions: readonly Types.ObjectId[]) =>
      casesDecidedBy(parts, users, decisions),
    /** Counts the cases about a user: undecided ones, and all. */
    countOf: async (user: Types.ObjectId): Promise<{ open: number; all: number }> => {
      const limited = { limit: COUNTED_MAX };
      const [open, all] = await Promise.all([
        cases.countDocuments({ user, open: true }, limited),
        cases.countDocuments({ user }, limited),
      ]);
      return { open, all };
    },
    /** Those of these posts or comments whose reports are undecided, in hex. */
    openAmong: async (targets: Types.ObjectId[]): Promise<ReadonlySet<string>> => {
      const filter = { target: { $in: targets }, open: true, count: { $gt: 0 } };
      const open = await cases.find(filter, { projection: { target: 1 } }).toArray();
      return new Set(open.map(({ target }) => target.toHexString()));
    },
    exportOf: (user: Types.ObjectId) => ({
      reports: reports.find(
        { reporter: user },
        { projection: { kind: 1, target: 1, reason: 1, rule: 1, text: 1, createdAt: 1 } },
      ),
    }),
    /**
     * Deletes reports about the user and decided cases, and closes the others; those by the user stay without name and
     * text.
     */
    deleteOf: async (user: Types.ObjectId): Promise<void> => {
      await reports.deleteMany({ user });
      await closeCasesOf(parts, user);
      await reports.updateMany({ reporter: user }, { $unset: { reporter: 1 }, $set: { text: '' } });
    },
  };
}
