import { rekeyMutedWords } from './0003-muted-words.js';
import { recountTags } from './0013-medial-signs.js';
import type { Migration } from './migration.js';

/** Signs in the form of emoji or of text. */
const SIGNS = ['#', '\ufe5f', '\uff03'].flatMap((sign) => [`${sign}\ufe0e`, `${sign}\ufe0f`]);

/** Finds and mutes posts by tags whose sign is written as an emoji. */
export const emojiSignsMigration: Migration = {
  name: '0017-emoji-signs',
  async up(db, signal, log) {
    await recountTags(db, signal, SIGNS);
    await rekeyMutedWords(db, signal, log);
  },
};
