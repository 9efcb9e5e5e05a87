import { accounts } from './fields-accounts.js';
import { administration } from './fields-administration.js';
import { content } from './fields-content.js';
import { general } from './fields-general.js';
import { SETTING_DOCS } from './setting-docs.js';
import type { FieldDocs, FieldName, VARIES } from './field-docs.js';

/**
 * What each name of the API means, once for all schemas. A name without a meaning, and one that no schema has, fails
 * to compile.
 */
export const FIELDS: Readonly<Record<FieldName, FieldDocs | typeof VARIES>> = {
  ...SETTING_DOCS,
  ...general,
  ...content,
  ...accounts,
  ...administration,
};
