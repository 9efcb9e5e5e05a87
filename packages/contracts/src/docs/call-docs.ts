import type { ErrorCode } from '../error-codes.js';
import type { RouteName } from '../routes.js';

/** Groups of the reference with what they are about, in display order. */
export const TAGS = {
  Feed: 'The endless feed, its random orders and how anyone can make them again, and the hand of the day.',
  Posts: 'Writing, reading and deleting posts, drafts, and posts to be published later.',
  'Reactions and views': 'Likes, saves, pins and shares of posts, and who saw them.',
  Collections: 'Named sets of saved posts.',
  Comments: 'Comments on posts, and replies to them.',
  Search: 'Finding people and tags. `GET /posts?q=` finds posts.',
  Profiles: 'Users and their profiles.',
  People: 'Following, blocking, muted words and languages.',
  Notifications: 'What others did, as a list, as a stream and by mail.',
  Media: 'Uploads of pictures and clips.',
  'Seen from outside': 'Pages, previews, feeds and sitemaps for other programs.',
  Instance: 'What this instance is, and its rules and limits.',
  Accounts: 'Making an account, signing in and passwords.',
  Settings: 'The own account: sessions, tokens, second factors, address, export, deletion.',
  Reports: 'Telling the moderators.',
  Administration: 'For moderators and admins.',
  Health: 'For load balancers and monitors.',
} as const;
export type Tag = keyof typeof TAGS;

/** Documentation of a call that its schemas do not contain. */
export interface CallDocs {
  tag: Tag;
  summary: string;
  description?: string;
  /** Whether a rate limit per account or per address may reject the call with 429. */
  throttled?: true;
  /** Whether answers have an `ETag`, with which a caller learns that nothing changed. */
  named?: true;
  /** Error codes that do not follow from the call's access, method and schemas. */
  errors?: readonly ErrorCode[];
  /** The kind of answer, if it is not JSON of the usual shape. */
  answers?: 'redirect' | 'file' | 'page' | 'feed' | 'text' | 'manifest' | 'sitemap' | 'picture' | 'events';
  /** Whether the body is a form with files. */
  takesFiles?: true;
}

/** Docs of calls that share a tag. Names that are no routes fail to compile. */
export function describeCalls<Name extends RouteName>(
  tag: Tag,
  calls: Record<Name, Omit<CallDocs, 'tag'>>,
): Record<Name, CallDocs> {
  const entries = Object.entries<Omit<CallDocs, 'tag'>>(calls);
  return Object.fromEntries(entries.map(([name, docs]) => [name, { tag, ...docs }])) as Record<
    Name,
    CallDocs
  >;
}

/** For calls that change only what is sent. */
export const PARTIAL = 'Only the fields that are sent change.';
