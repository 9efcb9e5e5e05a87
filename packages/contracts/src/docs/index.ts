import * as contracts from '../index.js';
import type { Endpoint } from '../endpoint.js';
import { others } from './accounts.js';
import type { CallDocs, CallName } from './call-docs.js';
import { content } from './content.js';

export { TAGS, type CallDocs, type Tag } from './call-docs.js';

/** Missing calls and unknown names fail to compile. */
const DOCS: Readonly<Record<CallName, CallDocs>> = { ...content, ...others };

/** A call as shown in the API reference. */
export interface DescribedCall extends CallDocs {
  /** Export name of the call; for records, with the key appended. */
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

/**
 * Returns the reference documentation of a call. Separate from the calls, since the web app loads those but not
 * this.
 */
export function docsOf(endpoint: Endpoint): DescribedCall {
  const found = described.get(endpoint);
  if (found === undefined) throw new Error(`${endpoint.method} ${endpoint.path} is no call of the contracts`);
  return found;
}
