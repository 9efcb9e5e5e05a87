import {
  EMPTY_POST,
  filled,
  REPORT_LIMITS,
  REPORT_REASON_NAMES,
  type PostFields,
  type ReportCase,
} from '@social-feed/contracts';
import { byId } from '../../platform/db/by-id.js';
import {
  presentAuthor,
  presentPerson,
  presentPost,
  type StoredPost,
} from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { UserRecord } from '../../community/users/user.model.js';
import type { Users } from '../../community/users/users.feature.js';
import type { CaseRecord, ReportRecord } from './report.model.js';
import { versionOf, type ReportedParts, type StoredComment } from './reported-content.js';

/** What a case shows of its latest reports. */
export type LatestReport = Pick<ReportRecord, 'reason' | 'rule' | 'text' | 'words' | 'createdAt'>;

/**
 * Adds the current state of the reported content to cases.
 * @param latest reports of each case
 */
export async function presentCases(
  parts: ReportedParts,
  found: readonly CaseRecord[],
  latest: readonly (readonly LatestReport[])[] = [],
): Promise<ReportCase[]> {
  if (found.length === 0) return [];
  const targets = (kind: CaseRecord['kind']) =>
    found.filter((each) => each.kind === kind).map(({ target }) => target);
  const [people, profiles, posts, comments] = await Promise.all([
    parts.users.list(found.map(({ user }) => user)).then(byId),
    parts.boards.profilesOf(targets('person')),
    parts.posts.lists.stored(targets('post')).then(byId),
    parts.comments.stored(targets('comment')).then(byId),
  ]);
  return found.map((each, index) => {
    const target = each.target.toHexString();
    const author = people.get(each.user.toHexString());
    const profile = profiles.get(target) ?? null;
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
      profile: author === undefined ? null : profile,
      quoted: isGone(each, author, posts.get(target) ?? comments.get(target)) ? quotedOf(each) : null,
      decided: decidedOf(each),
      version: versionOf(posts.get(target) ?? comments.get(target) ?? author, profile),
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

/** Returns the decision of a case, or that the account was deleted before. */
function decidedOf({ closedAt, decision }: CaseRecord): ReportCase['decided'] {
  if (!closedAt) return null;
  if (decision === null)
    return {
      act: null,
      also: null,
      undoable: null,
      adminName: '',
      at: closedAt.toISOString(),
      message: '',
      note: '',
    };
  const { _id, act, also, adminName, at, dueAt, begun, message, note } = decision;
  const undoable = dueAt && begun !== true ? _id.toHexString() : null;
  return { act, also: also?.act ?? null, undoable, adminName, at: at.toISOString(), message, note };
}

export const textsOf = (reports: readonly LatestReport[]): string[] =>
  reports
    .map(({ text }) => text)
    .filter((text) => text !== '')
    .slice(0, REPORT_LIMITS.textsShown);

/** The rules that these reports name, most frequent first. */
export const rulesOf = (reports: readonly LatestReport[]): string[] => {
  const counts = new Map<string, number>();
  for (const { rule } of reports) if (rule) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return [...counts].sort(([, a], [, b]) => b - a).map(([rule]) => rule);
};

export const foundIn = (reports: readonly LatestReport[]): string[] =>
  [...new Set(reports.flatMap(({ words }) => words ?? []))].slice(0, REPORT_LIMITS.wordsMax);

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
  const shown = ({ description: text, ...fields }: PostFields, createdAt: string, postId: string) => ({
    ...fields,
    text,
    createdAt,
    postId,
  });
  if (comment !== undefined) {
    const { body, createdAt, post: postId } = comment;
    return shown({ ...EMPTY_POST, description: body }, createdAt.toISOString(), postId.toHexString());
  }
  if (post === undefined) return null;
  const presented = presentPost(post, presentAuthor(author), undefined, null, addresses);
  return shown(filled(EMPTY_POST, presented), presented.createdAt, presented._id);
}
