import { SEARCHED, updateTerms } from './0001-search-terms.js';
import { rekeyMutedWords } from './0003-muted-words.js';
import { recountTags } from './0013-medial-signs.js';
import type { Migration } from './migration.js';
import { matching } from './update-each.js';

/** Forms of heh and kaf, also as fonts of old programs have them. */
const LETTERS = Array.from(
  '\u06aa\u06be\u06c0\u06c1\u06c2\u06c3\u06d5\ufba4\ufba5\ufba6\ufba7\ufba8\ufba9\ufbaa\ufbab\ufbac\ufbad',
);

/** Texts with these letters are found, counted and muted as if they had the usual ones. */
export const arabicLettersMigration: Migration = {
  name: '0015-arabic-letters',
  async up(db, signal, log) {
    // First, as it needs the former tags.
    await recountTags(db, signal, LETTERS);
    await updateTerms(db, signal, matching(SEARCHED, LETTERS));
    await rekeyMutedWords(db, signal, log);
  },
};
