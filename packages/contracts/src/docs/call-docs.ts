import type * as contracts from '../index.js';
import type { Endpoint } from '../endpoint.js';
import type { ErrorCode } from '../error-codes.js';

/** Groups of the reference, in the order in which a reader meets them. */
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

/** What the reference says of a call beyond what its schemas say. */
export interface CallDocs {
  tag: Tag;
  summary: string;
  description?: string;
  /** True where a budget per account or per address may refuse the call with 429. */
  throttled?: true;
  /** Codes of refusals that do not follow from the call's access, method and schemas. */
  errors?: readonly ErrorCode[];
  /** What the call answers where it is not JSON of the usual shape. */
  answers?: 'redirect' | 'file' | 'page' | 'feed' | 'events';
  /** True where the body is a form with files. */
  takesFiles?: true;
}

type Contracts = typeof contracts;
type Calls = Endpoint | Readonly<Record<string, Endpoint>>;

/** Names under which the contracts export a call, or a record of calls that differ in one word of their path. */
export type CallName = {
  [Name in keyof Contracts]: Contracts[Name] extends Calls ? Name : never;
}[keyof Contracts];

/** Docs of some calls that share a tag. A name that the contracts do not export does not compile. */
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
