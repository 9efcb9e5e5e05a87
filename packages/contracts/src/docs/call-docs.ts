import type * as contracts from '../index.js';
import type { Endpoint } from '../endpoint.js';
import type { ErrorCode } from '../error-codes.js';

/** Groups of the reference, in display order. */
export const TAGS = [
  'Feed',
  'Posts',
  'Reactions and views',
  'Comments',
  'Search',
  'Profiles',
  'People',
  'Notifications',
  'Media',
  'Seen from outside',
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
  answers?: 'redirect' | 'file' | 'page' | 'feed' | 'events';
  /** Whether the body is a form with files. */
  takesFiles?: true;
}

type Contracts = typeof contracts;
type Calls = Endpoint | Readonly<Record<string, Endpoint>>;

/** Export names of calls, or of records of calls that differ in one path segment. */
export type CallName = {
  [Name in keyof Contracts]: Contracts[Name] extends Calls ? Name : never;
}[keyof Contracts];

/** Docs of calls that share a tag. Names that the contracts do not export fail to compile. */
export function describeCalls<Name extends CallName>(
  tag: Tag,
  calls: Record<Name, Omit<CallDocs, 'tag'>>,
): Record<Name, CallDocs> {
  const entries = Object.entries<Omit<CallDocs, 'tag'>>(calls);
  return Object.fromEntries(entries.map(([name, docs]) => [name, { tag, ...docs }])) as Record<
    Name,
    CallDocs
  >;
}
