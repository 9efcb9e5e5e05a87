import { rekeyMutedWords } from './0003-muted-words.js';
import type { Migration } from './migration.js';

/** Recomputes the keys of muted words: the emoji of a key is a word of its own behind letters too. */
export const keysMigration: Migration = { name: '0016-keys', up: rekeyMutedWords };
