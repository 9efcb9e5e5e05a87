import type { CreatePostBody } from '@social-feed/contracts';
import { guessLanguage } from '@social-feed/contracts/guess-language';
import type { PostRecord } from './post.model.js';

type Texts = Pick<PostRecord, 'title' | 'description'>;

/** Guesses the language of a post; `null` if it has few words, or none. */
export const guessedLanguage = ({ title, description }: Texts): Promise<string | null> =>
  guessLanguage(`${title}\n${description}`);

/** Returns the language of a new or edited post: the one sent, else a guess for new texts, else that of before. */
export async function writtenLanguage(
  { language }: Pick<CreatePostBody, 'language'>,
  before: Partial<Texts & Pick<PostRecord, 'language'>>,
  after: Texts,
): Promise<string | null> {
  if (language !== undefined) return language;
  const isSame = before.title === after.title && before.description === after.description;
  return isSame && before.language !== undefined ? before.language : guessedLanguage(after);
}

/** Returns whether a reader of these languages reads a post; posts of unknown language count as read. */
export const isRead = ({ language }: Pick<PostRecord, 'language'>, languages: readonly string[]): boolean =>
  typeof language !== 'string' || languages.includes(language);
