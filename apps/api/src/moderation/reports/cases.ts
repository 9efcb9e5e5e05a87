import { createHash } from 'node:crypto';
import {
  REPORT_LIMITS,
  REPORT_REASON_NAMES,
  type QueryOf,
  type ReportCase,
  type ReportCaseDetail,
  type listReportCases,
} from '@social-feed/contracts';
import { Types } from 'mongoose';
import { byId } from '../../platform/db/by-id.js';
import type { Collection } from '../../platform/db/collection-of.js';
import { AppError } from '../../platform/http/errors.js';
import type { Order } from '../../platform/http/paging.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { excerpt } from '../../platform/text.js';
import { DAY, later } from '../../platform/time.js';
import type { Admin } from '../admin/admin.feature.js';
import type { CommentRecord } from '../../content/comments/comment.model.js';
import type { Comments } from '../../content/comments/comments.feature.js';
import {
  presentAuthor,
  presentPerson,
  presentPost,
  type StoredPost,
} from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { CaseRecord, Quoted, ReportRecord } from './report.model.js';

/** What report cases need. Admins see no reports about themselves. */
export interface CasesParts extends Pick<Platform, 'readPage' | 'now'> {
  cases: Collection<CaseRecord>;
  reports: Collection<ReportRecord>;
  users: Pick<Users, 'list' | 'picture'>;
  posts: Pick<Posts, 'lists' | 'addresses'>;
  comments: Pick<Comments, 'stored'>;
  admin: Pick<Admin, 'log'>;
}
type StoredComment = Pick<CommentRecord, '_id' | 'post' | 'body' | 'createdAt'>;

const ORDERS: Record<'most' | 'oldest', Order> = {
  most: { count: -1, _id: 1 },
  oldest: { firstAt: 1, _id: 1 },
};
const LATEST_DECIDED: Order = { closedAt: -1, _id: -1 };
/** Counts at most this many other cases of an author. */
const OTHERS_MAX = 100;
const VERSION_LENGTH = 22;
/** Characters that a case quotes of a title or text. */
const QUOTED = 500;
/** How long a case stays whose author deleted the account. */
const LEFT_KEPT_FOR = 30 * DAY;

export const caseNotFound = () => new AppError('NOT_FOUND', 'Report not found');

/** Returns a page of undecided cases, or of those whose decision has run. */
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

const textsOf = (reports: Awaited<ReturnType<typeof latestReports>>): string[] =>
  reports
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .slice(0, REPORT_LIMITS.textsShown);

/** The rules that these reports name, most frequent first. */
const rulesOf = (reports: Awaited<ReturnType<typeof latestReports>>): string[] => {
  const counts = new Map<string, number>();
  for (const { rule } of reports) if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([rule]) => rule);
};

const foundIn = (reports: Awaited<ReturnType<typeof latestReports>>): string[] =>
  [...new Set(reports.flatMap(({ words }) => words ?? []))].slice(0, REPORT_LIMITS.wordsMax);

/**
 * Adds the current state of the reported content to cases.
 * @param latest reports of each case
 */
export async function presentCases(
  parts: CasesParts,
  found: readonly CaseRecord[],
  latest: readonly Awaited<ReturnType<typeof latestReports>>[] = [],
): Promise<ReportCase[]> {
  if (found.length === 0) return [];
  const targets = (kind: CaseRecord['kind']) =>
    found.filter((each) => each.kind === kind).map(({ target }) => target);
  const [people, posts, comments] = await Promise.all([
    parts.users.list(found.map(({ user }) => user)).then(byId),
    parts.posts.lists.stored(targets('post')).then(byId),
    parts.comments.stored(targets('comment')).then(byId),
  ]);
  return found.map((each, index) => {
    const target = each.target.toHexString();
    const author = people.get(each.user.toHexString());
    return {
      _id: each._id.toHexString(),
      kind: each.kind,
      target,
      count: each.count,
      reasons: reasonsOf(each),
      rules: rulesOf(latest[index] ?? []),
      words: foundIn(latest[index] ?? []),
      texts: textsOf(latest[index] ?? []),
      firstAt: each.firstAt.toISOString(),
      lastAt: each.lastAt.toISOString(),
      author: author === undefined ? null : presentReported(author, parts.users.picture),
      content:
        author === undefined
          ? null
          : contentOf(author, posts.get(target), comments.get(target), parts.posts.addresses),
      quoted: isGone(each, author, posts.get(target) ?? comments.get(target)) ? quotedOf(each) : null,
      decided: decidedOf(each),
      version: versionOf(posts.get(target) ?? comments.get(target) ?? author),
    };
  });
}

const isGone = ({ kind }: CaseRecord, author: object | undefined, content: object | undefined): boolean =>
  author === undefined || (kind !== 'person' && content === undefined);

function quotedOf({ quoted }: CaseRecord): ReportCase['quoted'] {
  if (!quoted) return null;
  const { userName, fullName, title, text } = quoted;
  return { userName, fullName, title, text };
}

/** Returns the start of what is reported, and its author's names; undefined if the author is gone. */
export async function quoteNow(
  parts: CasesParts,
  kind: CaseRecord['kind'],
  target: Types.ObjectId,
  user: Types.ObjectId,
): Promise<Quoted | undefined> {
  const [[author], [post], [comment]] = await Promise.all([
    parts.users.list([user]),
    kind === 'post' ? parts.posts.lists.stored([target]) : [],
    kind === 'comment' ? parts.comments.stored([target]) : [],
  ]);
  if (author === undefined) return undefined;
  const { userName, fullName } = author;
  const text = post?.description ?? comment?.body ?? '';
  return { userName, fullName, title: excerpt(post?.title ?? '', QUOTED), text: excerpt(text, QUOTED) };
}

/**
 * Deletes the decided cases of a user whose account goes. Undecided ones are closed and stay for a while with what they
 * quote, so that nobody escapes the moderators' eyes by leaving.
 */
export async function closeCasesOf(
  { cases, now }: Pick<CasesParts, 'cases' | 'now'>,
  user: Types.ObjectId,
): Promise<void> {
  const at = now();
  const nobody = new Types.ObjectId();
  await cases.deleteMany({ user, $or: [{ open: { $exists: false } }, { count: 0 }] });
  const closed = { closedAt: at, expiresAt: later(at, LEFT_KEPT_FOR), decision: null, notes: [] };
  const close = (filter: object, gone: object) =>
    cases.updateMany({ user, ...filter }, { $set: { ...closed, ...gone }, $unset: { open: 1 } });
  await close({ kind: 'person' }, { user: nobody, target: nobody });
  await close({}, { user: nobody });
}

/** Returns the decision of a case once it has run, or that the account was deleted before. */
function decidedOf({ closedAt, decision }: CaseRecord): ReportCase['decided'] {
  if (!closedAt) return null;
  if (decision === null)
    return { act: null, adminName: '', at: closedAt.toISOString(), message: '', note: '' };
  const { act, adminName, at, message, note } = decision;
  return { act, adminName, at: at.toISOString(), message, note };
}

/** Returns the current version of a post, a comment or a person. */
export async function versionNow(
  parts: CasesParts,
  kind: CaseRecord['kind'],
  target: Types.ObjectId,
  user: Types.ObjectId,
): Promise<string> {
  if (kind === 'post') return versionOf((await parts.posts.lists.stored([target]))[0]);
  if (kind === 'comment') return versionOf((await parts.comments.stored([target]))[0]);
  return versionOf((await parts.users.list([user]))[0]);
}

/** Returns a digest of what moderators see of a post, a comment or a person, which an edit changes. */
function versionOf(shown: StoredPost | StoredComment | UserRecord | undefined): string {
  let parts: unknown = null;
  if (shown !== undefined && 'body' in shown) parts = [shown.body];
  else if (shown !== undefined && 'title' in shown)
    parts = [shown.title, shown.description, shown.tags, shown.media];
  else if (shown !== undefined && 'userName' in shown)
    parts = [shown.userName, shown.fullName, shown.profilepic ?? ''];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, VERSION_LENGTH);
}

/** Returns the given reasons, most frequent first. */
export const reasonsOf = (found: CaseRecord): ReportCase['reasons'] =>
  REPORT_REASON_NAMES.map((reason) => ({ reason, count: found[reason] }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count);

export const presentNote = ({ at, adminName, text }: CaseRecord['notes'][number]) => ({
  at: at.toISOString(),
  adminName,
  text,
});

const presentReported = (user: UserRecord, picture: Users['picture']): NonNullable<ReportCase['author']> => ({
  ...presentPerson({ ...user, profilepic: picture(user.profilepic) }),
  suspendedAt: user.suspendedAt?.toISOString() ?? null,
  suspendedUntil: user.suspendedUntil?.toISOString() ?? null,
});

function contentOf(
  author: UserRecord,
  post: StoredPost | undefined,
  comment: StoredComment | undefined,
  addresses: Posts['addresses'],
): ReportCase['content'] {
  if (comment !== undefined) {
    const { body, createdAt, post: postId } = comment;
    return {
      title: '',
      text: body,
      media: [],
      createdAt: createdAt.toISOString(),
      postId: postId.toHexString(),
    };
  }
  if (post === undefined) return null;
  const { _id, title, description, media, createdAt } = presentPost(
    post,
    presentAuthor(author),
    undefined,
    null,
    addresses,
  );
  return { title, text: description, media, createdAt, postId: _id };
}
