import {
  REPORT_LIMITS,
  SERVER_NAME,
  type QueryOf,
  type ReportAct,
  type ReportCase,
  type ReportCaseDetail,
  type listReportCases,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { Order } from '../../platform/http/paging.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { DAY, later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import type { AdminRemoval, PermanentSuspension } from '../../community/events.js';
import { foundIn, presentCases, presentNote, rulesOf, textsOf } from './case.presenter.js';
import type { CaseRecord, Decision, ReportRecord } from './report.model.js';
import type { ReportedParts } from './reported-content.js';

/** What report cases need. Admins see no reports about themselves. */
export interface CasesParts extends ReportedParts, Pick<Platform, 'readPage' | 'now'> {
  cases: Collection<CaseRecord>;
  reports: Collection<ReportRecord>;
  admin: Pick<Admin, 'log'>;
}

const ORDERS: Record<'most' | 'oldest', Order> = {
  most: { count: -1, _id: 1 },
  oldest: { firstAt: 1, _id: 1 },
};
const LATEST_DECIDED: Order = { closedAt: -1, _id: -1 };
/** Counts at most this many other cases of an author. */
const OTHERS_MAX = 100;
/** How long a case stays whose author deleted the account. */
const LEFT_KEPT_FOR = 30 * DAY;

export const caseNotFound = () => new AppError('NOT_FOUND', t`Report not found`);

/** Returns a page of undecided cases, or of decided ones. */
export async function pageOfCases(
  parts: CasesParts,
  viewer: Viewer,
  { state, order, limit, cursor }: QueryOf<typeof listReportCases>,
) {
  const { cases, readPage } = parts;
  const isDecided = state === 'decided';
  const wanted = {
    ...(isDecided ? { closedAt: { $exists: true } } : { open: true, decision: null }),
    user: { $ne: new Types.ObjectId(viewer.id) },
  };
  const { shown, nextCursor } = await readPage<CaseRecord>({
    list: `report cases ${isDecided ? state : order}`,
    order: isDecided ? LATEST_DECIDED : ORDERS[order],
    limit,
    cursor,
    find: (range) => cases.find({ ...wanted, ...range }, { projection: { notes: 0, applied: 0 } }),
  });
  // A case without reports is left by a crash before the first report was written.
  const listed = shown.filter(({ count }) => count > 0);
  return {
    data: await presentCases(
      parts,
      listed,
      await Promise.all(listed.map((each) => latestReports(parts, each))),
    ),
    nextCursor,
  };
}

/** @throws AppError 404 also for a case about the admin */
export async function findCase({ cases }: CasesParts, viewer: Viewer, id: string): Promise<CaseRecord> {
  const found = await cases.findOne({ _id: new Types.ObjectId(id) });
  if (found === null || found.user.toHexString() === viewer.id) throw caseNotFound();
  return found;
}

/** Returns a case with everything needed to decide it. */
export async function caseDetail(parts: CasesParts, viewer: Viewer, id: string): Promise<ReportCaseDetail> {
  const found = await findCase(parts, viewer, id);
  const { _id, user } = found;
  const [[shown], latest, history, others] = await Promise.all([
    presentCases(parts, [found]),
    latestReports(parts, found),
    parts.admin.log.historyOf(user),
    parts.cases.countDocuments({ user, open: true, _id: { $ne: _id } }, { limit: OTHERS_MAX }),
  ]);
  return {
    ...shown!,
    rules: rulesOf(latest),
    words: foundIn(latest),
    texts: textsOf(latest),
    reports: latest.map(({ reason, rule, text, createdAt }) => ({
      reason,
      ...(rule && { rule }),
      text,
      createdAt: createdAt.toISOString(),
    })),
    notes: found.notes.map(presentNote),
    history,
    others,
  };
}

const latestReports = ({ reports }: CasesParts, { _id }: CaseRecord) =>
  reports
    .find({ case: _id }, { projection: { reason: 1, rule: 1, text: 1, words: 1, createdAt: 1 } })
    .sort({ createdAt: -1 })
    .limit(REPORT_LIMITS.reportsShown)
    .toArray();

/** Returns the cases that these decisions were about, by the decision's ID. */
export async function casesDecidedBy(
  parts: CasesParts,
  users: readonly Types.ObjectId[],
  decisions: readonly Types.ObjectId[],
): Promise<ReadonlyMap<string, ReportCase>> {
  if (decisions.length === 0) return new Map();
  const found = await parts.cases
    .find({ user: { $in: [...users] }, 'decision._id': { $in: [...decisions] } })
    .limit(decisions.length)
    .toArray();
  const latest = await Promise.all(found.map((each) => latestReports(parts, each)));
  const shown = await presentCases(parts, found, latest);
  return new Map(found.map(({ decision }, index) => [decision!._id.toHexString(), shown[index]!]));
}

type Closing = Pick<CasesParts, 'cases' | 'now'>;

/**
 * Deletes the decided cases of a user whose account goes. Undecided ones are closed and stay for a while with what they
 * quote, so that nobody escapes the moderators' eyes by leaving.
 */
export async function closeCasesOf({ cases, now }: Closing, user: Types.ObjectId): Promise<void> {
  const at = now();
  const nobody = new Types.ObjectId();
  await cases.deleteMany({ user, $or: [{ open: { $exists: false } }, { count: 0 }] });
  const closed = { closedAt: at, expiresAt: later(at, LEFT_KEPT_FOR), decision: null, notes: [] };
  const close = (filter: object, gone: object) =>
    cases.updateMany({ user, ...filter }, { $set: { ...closed, ...gone }, $unset: { open: 1 } });
  await close({ kind: 'person' }, { user: nobody, target: nobody });
  await close({}, { user: nobody });
}

/** Closes the open cases about a user who was suspended permanently, as decided with the suspension. */
export const closeCasesAbout = (parts: Closing, { user, actor }: PermanentSuspension): Promise<void> =>
  closeAsDecided(parts, { user }, 'suspend', actor);

/** Closes the open case about a post or comment that an admin removed from its own menu, as decided with that. */
export const closeCaseOf = (parts: Closing, { target, admin }: AdminRemoval): Promise<void> =>
  closeAsDecided(parts, { target }, 'remove', admin);

/** Closes the cases that nobody has decided, as decided with an act that was done elsewhere. */
async function closeAsDecided(
  { cases, now }: Closing,
  about: { user: Types.ObjectId } | { target: Types.ObjectId },
  act: ReportAct,
  actor: Pick<Viewer, 'id' | 'userName'> | null,
): Promise<void> {
  const at = now();
  const decision: Decision = {
    _id: new Types.ObjectId(),
    act,
    message: '',
    note: '',
    // required by the schema; the server command is nobody's, so it gets an ID that no user has
    admin: new Types.ObjectId(actor?.id),
    adminName: actor?.userName ?? SERVER_NAME,
    at,
  };
  await cases.updateMany(
    { ...about, open: true, decision: null },
    { $set: { decision, closedAt: at }, $unset: { open: 1 } },
  );
}
