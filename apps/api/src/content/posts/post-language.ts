import { isDeepStrictEqual } from 'node:util';
import { textsFor, type CreatePostBody, type TextsFor } from '@social-feed/contracts';
import { guessLanguage } from '@social-feed/contracts/guess-language';
import type { PostRecord } from './post.model.js';

type Texts = TextsFor<'prose'>;

/** Guesses the language of a post; `null` if it has few words, or none. */
export const guessedLanguage = (post: Texts): Promise<string | null> =>
  guessLanguage(textsFor('prose', post).join('\n'));

/** Returns the language of a new or edited post: the one sent, else a guess for new texts, else that of before. */
export async function writtenLanguage(
  { language }: Pick<CreatePostBody, 'language'>,
  before: Partial<Texts & Pick<PostRecord, 'language'>>,
  after: Texts,
): Promise<string | null> {
  if (language !== undefined) return language;
  const isSame = isDeepStrictEqual(textsFor('prose', before), textsFor('prose', after));
  return isSame && before.language !== undefined ? before.language : guessedLanguage(after);
}

/** Returns whether a reader of these languages reads a post; posts of unknown language count as read. */
export const isRead = ({ language }: Pick<PostRecord, 'language'>, languages: readonly string[]): boolean =>
  typeof language !== 'string' || languages.includes(language);
