import type { Random } from './random.js';
import type { Language, MediaItem, TopicName } from './types.js';

/** What an author asks readers before they show a post; as the API names it. */
export interface Care {
  /** Empty where there is none. */
  readonly contentWarning: string;
  readonly sensitive: boolean;
}

const NONE: Care = { contentWarning: '', sensitive: false };

/** Which posts of a subject some would rather not come upon: those with such a picture, or those with a text. */
const CARES: Partial<Record<TopicName, Care & { readonly genre?: string }>> = {
  film: { contentWarning: 'Spoilers: how the film ends', sensitive: false },
  books: { contentWarning: 'Spoilers: how the book ends', sensitive: false },
  mountains: { contentWarning: 'Heights', sensitive: true, genre: 'mountains' },
  bread: { contentWarning: 'Food', sensitive: true, genre: 'bread' },
  // Deep water, of which the text says nothing that would need a warning.
  sea: { contentWarning: '', sensitive: true, genre: 'underwater' },
};

/** How an author covers a post; most do not. Warnings are in English, as the texts that they stand before. */
export function careFor({ topic, language, words, images }: CaredFor, random: Random): Care {
  const care = CARES[topic];
  if (care === undefined || language !== 'en' || !random.chance(0.15)) return NONE;
  const { genre, contentWarning, sensitive } = care;
  const suits = genre === undefined ? words : images.some((image) => image.genre === genre);
  return suits ? { contentWarning, sensitive } : NONE;
}

interface CaredFor {
  readonly topic: TopicName;
  readonly language: Language;
  /** Whether it has a text. */
  readonly words: boolean;
  readonly images: readonly MediaItem[];
}
