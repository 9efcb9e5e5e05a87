import type { ErrorCode } from '../error-codes.js';
import type { RouteName } from '../routes.js';

/** Groups of the reference, in display order. */
export const TAGS = [
  'Feed',
  'Posts',
  'Reactions and views',
  'Collections',
  'Comments',
  'Search',
  'Profiles',
  'People',
  'Notifications',
  'Media',
  'Seen from outside',
  'Instance',
  'Accounts',
  'Settings',
  'Reports',
  'Administration',
  'Health',
] as const;
export type Tag = (typeof TAGS)[number];

/** Documentation of a call that its schemas do not contain. */
export interface CallDocs {
  tag: Tag;
  summary: string;
  description?: string;
  /** Whether a rate limit per account or per address may reject the call with 429. */
  throttled?: true;
  /** Error codes that do not follow from the call's access, method and schemas. */
  errors?: readonly ErrorCode[];
  /** The kind of answer, if it is not JSON of the usual shape. */
  answers?: 'redirect' | 'file' | 'page' | 'feed' | 'text' | 'sitemap' | 'events';
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
