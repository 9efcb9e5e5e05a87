import { SEARCHED, updateTerms } from './0001-search-terms.js';
import type { Migration } from './migration.js';
import { matching } from './update-each.js';

const SIGNS = ['#', '\\+', '＃', '＋'];

/** Recomputes the search terms of texts with signs, which belong to the word before them in `C#で` too. */
export const signsMigration: Migration = {
  name: '0011-signs',
  up: (db, signal) => updateTerms(db, signal, matching(SEARCHED, SIGNS)),
};
