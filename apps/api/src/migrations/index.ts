import { searchTermsMigration } from './0001-search-terms.js';
import { canonicalEmailsMigration } from './0002-canonical-emails.js';
import { mutedWordsMigration } from './0003-muted-words.js';
import { outboxMigration } from './0004-outbox.js';
import { postLanguagesMigration } from './0005-post-languages.js';
import { kanaMigration } from './0006-kana.js';
import { wordsMigration } from './0007-words.js';
import { draftPlacesMigration } from './0008-draft-places.js';
import { postNumbersMigration } from './0009-post-numbers.js';
import { savedNumbersMigration } from './0010-saved-numbers.js';
import { signsMigration } from './0011-signs.js';
import { tagsMigration } from './0012-tags.js';
import { medialSignsMigration } from './0013-medial-signs.js';
import { symbolsMigration } from './0014-symbols.js';
import { arabicLettersMigration } from './0015-arabic-letters.js';
import { keysMigration } from './0016-keys.js';
import { emojiSignsMigration } from './0017-emoji-signs.js';
import type { Migration } from './migration.js';

/** All migrations in the order in which they run. Released migrations are never renamed, moved or removed. */
export const MIGRATIONS: readonly Migration[] = [
  searchTermsMigration,
  canonicalEmailsMigration,
  mutedWordsMigration,
  outboxMigration,
  postLanguagesMigration,
  kanaMigration,
  wordsMigration,
  draftPlacesMigration,
  postNumbersMigration,
  savedNumbersMigration,
  signsMigration,
  tagsMigration,
  medialSignsMigration,
  symbolsMigration,
  arabicLettersMigration,
  keysMigration,
  emojiSignsMigration,
];
