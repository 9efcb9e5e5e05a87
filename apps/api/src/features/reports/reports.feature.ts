import * as contracts from '@social-feed/contracts';
import { Router } from 'express';
import type { Types } from 'mongoose';
import { native } from '../../platform/db/native.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { requireAdmin, type Admin } from '../admin/admin.feature.js';
import type { Comments } from '../comments/comments.feature.js';
import type { Posts } from '../posts/posts.feature.js';
import { userNotFound } from '../users/user-writes.js';
import type { Users } from '../users/users.feature.js';
import { Cases } from './cases.js';
import { Decisions } from './decisions.js';
import { reportCaseModel, reportModel } from './report.model.js';
import { ReportsService, type AuthorOf } from './reports.service.js';

const SECOND = 1000;
const HOUR = 60 * 60 * SECOND;
/** Enough for somebody who meets much, too few for burying the moderators. */
const REPORTS_LIMIT: RateLimit = { name: 'reports', limit: 10, firstDay: 5, window: 24 * HOUR };
/** More than whoever decides by keys can press. */
const MODERATION_LIMIT: RateLimit = { name: 'moderation', limit: 5000, window: HOUR };

/** The job that does what admins decided. */
const ACTS = 'report-acts';
const ACTS_EVERY = 5 * SECOND;

export interface ReportsDeps extends Pick<
  Platform,
  'connection' | 'cursors' | 'jobs' | 'mail' | 'rateLimits' | 'now' | 'log'
> {
  users: Pick<Users, 'get' | 'list' | 'shownAuthors'>;
  posts: Pick<Posts, 'counted' | 'service' | 'stored'>;
  comments: Pick<Comments, 'service' | 'stored'>;
  admin: Pick<Admin, 'log' | 'suspend'>;
}

/** What people report to the moderators, and what these do about it. It alone uses `reports` and `reportcases`. */
export function createReports(deps: ReportsDeps) {
  const { connection, users, posts, comments, admin, jobs, rateLimits } = deps;
  const reports = native(reportModel(connection));
  const cases = native(reportCaseModel(connection));

  const authorOf: AuthorOf = async (kind, target) => {
    if (kind === 'post') return posts.counted.shownAuthor(target);
    if (kind === 'comment') return comments.service.shownAuthor(target.toHexString());
    const [person] = await users.shownAuthors([target.toHexString()]);
    if (person === undefined) throw userNotFound();
    return person._id;
  };
  const service = new ReportsService({ ...deps, reports, cases, authorOf });
  const shown = new Cases({
    ...deps,
    reports,
    cases,
    users: users.list,
    posts: posts.stored,
    comments: comments.stored,
    history: admin.log.of,
  });
  const decisions = new Decisions({
    ...deps,
    cases,
    shown,
    removePost: (id) => posts.service.removeReported(id),
    markSensitive: (id) => posts.service.markSensitive(id),
    removeComment: (id) => comments.service.removeReported(id),
  });
  jobs.define(ACTS, {}, async (_nothing, { signal }) => decisions.carryOut(signal));
  jobs.every(ACTS, ACTS_EVERY);

  async function allow(viewer: Viewer): Promise<void> {
    await rateLimits.consumeForAccount(MODERATION_LIMIT, viewer.id);
    requireAdmin(viewer);
  }

  return {
    debts: service.debts,
    routes(http: Http): Router {
      const router = Router();
      route(http, router, contracts.createReport, async ({ viewer, body }) => {
        await rateLimits.consumeForAccount(REPORTS_LIMIT, viewer.id);
        await service.create(viewer, body);
        return { message: 'Thank you. The moderators will look at it.' };
      });
      route(http, router, contracts.listReportCases, async ({ viewer, query }) => {
        await allow(viewer);
        return shown.page(viewer, query);
      });
      route(http, router, contracts.getReportCase, async ({ viewer, params }) => {
        await allow(viewer);
        return { data: await shown.detail(viewer, params.caseId) };
      });
      route(http, router, contracts.decideReportCase, async ({ viewer, params, body }) => {
        await allow(viewer);
        return { message: 'Decided', data: await decisions.decide(viewer, params.caseId, body) };
      });
      route(http, router, contracts.undoDecision, async ({ viewer, params, body }) => {
        await allow(viewer);
        await decisions.undo(viewer, params.caseId, body.decision);
        return { message: 'Taken back' };
      });
      route(http, router, contracts.noteReportCase, async ({ viewer, params, body }) => {
        await allow(viewer);
        return { message: 'Noted', data: await decisions.addNote(viewer, params.caseId, body.text) };
      });
      return router;
    },
    exportOf: (user: Types.ObjectId) => ({
      reports: reports.find(
        { reporter: user },
        { projection: { kind: 1, target: 1, reason: 1, text: 1, createdAt: 1 } },
      ),
    }),
    /** What is about the user goes; what the user reported stays without their name and words. */
    deleteOf: async (user: Types.ObjectId): Promise<void> => {
      await reports.deleteMany({ user });
      await cases.deleteMany({ user });
      await reports.updateMany({ reporter: user }, { $unset: { reporter: 1 }, $set: { text: '' } });
    },
  };
}
