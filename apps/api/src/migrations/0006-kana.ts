import { updateTerms } from './0001-search-terms.js';
import type { Migration } from './migration.js';

/** Terms that begin with a katakana. There is one for each position of a text. */
const IN_KATAKANA = { $elemMatch: { $gte: '\u30a1', $lt: '\u30f7' } };

/** Recomputes search terms in katakana, so that either kana finds the other. */
export const kanaMigration: Migration = {
  name: '0006-kana',
  up: (db, signal) => updateTerms(db, signal, { searchTerms: IN_KATAKANA }),
};
