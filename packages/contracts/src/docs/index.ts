import type { Endpoint } from '../endpoint.js';
import type { RouteName } from '../routes.js';
import { administrationDocs } from './administration.js';
import { others } from './others.js';
import type { CallDocs } from './call-docs.js';
import { CALL_FIELDS } from './call-fields.js';
import { content } from './content.js';
import { factors } from './factors.js';
import type { OwnFields } from './field-docs.js';

export { TAGS, type CallDocs, type Tag } from './call-docs.js';
export type { FieldDocs, OwnFields } from './field-docs.js';
export { FIELDS } from './fields.js';
export type { SchemaDocs } from './schema-docs.js';
export { SCHEMAS } from './schemas.js';

/** Missing calls and unknown names fail to compile. */
const DOCS: Readonly<Record<RouteName, CallDocs>> = {
  ...content,
  ...factors,
  ...administrationDocs,
  ...others,
};

const isRoute = (name: string): name is RouteName => Object.hasOwn(DOCS, name);

/** Returns the reference documentation of a call, with what its fields mean beyond their names. */
export function docsOf({ name, method, path }: Endpoint): CallDocs & { fields: OwnFields } {
  if (!isRoute(name)) throw new Error(`${method} ${path} is no call of the contracts`);
  return { ...DOCS[name], fields: CALL_FIELDS[name] ?? {} };
}
