import type { Endpoint } from '../endpoint.js';
import type { RouteName } from '../routes.js';
import { administrationDocs } from './administration.js';
import { others } from './others.js';
import type { CallDocs } from './call-docs.js';
import { content } from './content.js';
import { factors } from './factors.js';

export { TAGS, type CallDocs, type Tag } from './call-docs.js';

/** Missing calls and unknown names fail to compile. */
const DOCS: Readonly<Record<RouteName, CallDocs>> = {
  ...content,
  ...factors,
  ...administrationDocs,
  ...others,
};

const isRoute = (name: string): name is RouteName => Object.hasOwn(DOCS, name);

/** Returns the reference documentation of a call. */
export function docsOf({ name, method, path }: Endpoint): CallDocs {
  if (!isRoute(name)) throw new Error(`${method} ${path} is no call of the contracts`);
  return DOCS[name];
}
