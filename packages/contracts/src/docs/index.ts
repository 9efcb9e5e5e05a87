import * as contracts from '../index.js';
import type { Endpoint } from '../endpoint.js';
import { others } from './accounts.js';
import type { CallDocs, CallName } from './call-docs.js';
import { content } from './content.js';

export { TAGS, type CallDocs, type Tag } from './call-docs.js';

/** A call that is missing here does not compile, and neither does a name that is none. */
const DOCS: Readonly<Record<CallName, CallDocs>> = { ...content, ...others };

/** A call of the contracts as the reference shows it. */
export interface DescribedCall extends CallDocs {
  /** Name under which the contracts export the call; calls of a record add their word of it. */
  name: string;
}

const described = new Map<Endpoint, DescribedCall>(
  Object.entries(DOCS).flatMap(([name, docs]): [Endpoint, DescribedCall][] => {
    const exported: Endpoint | Readonly<Record<string, Endpoint>> = contracts[name as CallName];
    if ('path' in exported) return [[exported as Endpoint, { ...docs, name }]];
    return Object.entries(exported).map(([word, endpoint]) => [
      endpoint,
      { ...docs, name: `${name}${word[0]?.toUpperCase()}${word.slice(1)}` },
    ]);
  }),
);

/** What the reference says of a call. Kept apart from the calls, since the web app loads those and not this. */
export function docsOf(endpoint: Endpoint): DescribedCall {
  const found = described.get(endpoint);
  if (found === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is no call of the contracts`);
  return found;
}
