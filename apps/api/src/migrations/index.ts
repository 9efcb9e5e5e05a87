import { canonicalEmailsMigration } from './0002-canonical-emails.js';
import type { Migration } from './migration.js';

/** All migrations, in the order in which they run. Once released, none is renamed, moved or removed. */
export const MIGRATIONS: readonly Migration[] = [canonicalEmailsMigration];
