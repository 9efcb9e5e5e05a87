import { rekeyMutedWords } from './0003-muted-words.js';
import type { Migration } from './migration.js';

/** Recomputes the keys of muted words and tags, which have signs and apostrophes of names and no accents. */
export const wordsMigration: Migration = { name: '0007-words', up: rekeyMutedWords };
