import type { SchemaDocs } from './schema-docs.js';
import { accounts } from './schemas-accounts.js';
import { administration } from './schemas-administration.js';
import { content } from './schemas-content.js';

/** Schemas with a name in the reference. */
export const SCHEMAS: Readonly<Record<string, SchemaDocs>> = { ...content, ...accounts, ...administration };
