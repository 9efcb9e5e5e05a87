import { updateTerms } from './0001-search-terms.js';
import { rekeyMutedWords } from './0003-muted-words.js';
import { recountTags } from './0013-medial-signs.js';
import type { Migration } from './migration.js';

/** Forms of heh and kaf, also as fonts of old programs have them. */
const LETTERS = Array.from(
  '\u06aa\u06be\u06c0\u06c1\u06c2\u06c3\u06d5\ufba4\ufba5\ufba6\ufba7\ufba8\ufba9\ufbaa\ufbab\ufbac\ufbad',
);
const TEXTS = ['title', 'description', 'location', 'tags', 'fullName'];

/** Recomputes what texts with these letters are found, counted and muted by: as if they had the usual letters. */
export const arabicLettersMigration: Migration = {
  name: '0015-arabic-letters',
  async up(db, signal, log) {
    // First, as it needs the former tags.
    await recountTags(db, signal, LETTERS);
    await updateTerms(db, signal, {
      $or: TEXTS.flatMap((field) => LETTERS.map((letter) => ({ [field]: { $regex: letter } }))),
    });
    await rekeyMutedWords(db, signal, log);
  },
};
