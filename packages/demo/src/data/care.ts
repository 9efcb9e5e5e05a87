import type { Random } from './random.js';
import type { Language, MediaItem, TopicName } from './types.js';

/** Content warning and sensitive flag of a post, named as in the API. */
export interface Care {
  /** Empty for no warning. */
  readonly contentWarning: string;
  readonly sensitive: boolean;
}

const NONE: Care = { contentWarning: '', sensitive: false };

/** Topics whose posts get a warning: those with a picture of `genre`, or those with a text if there is no genre. */
const CARES: Partial<Record<TopicName, Care & { readonly genre?: string }>> = {
  film: { contentWarning: 'Spoilers: how the film ends', sensitive: false },
  books: { contentWarning: 'Spoilers: how the book ends', sensitive: false },
  mountains: { contentWarning: 'Heights', sensitive: true, genre: 'mountains' },
  bread: { contentWarning: 'Food', sensitive: true, genre: 'bread' },
  // Deep water: only the picture is sensitive, so the text needs no warning.
  sea: { contentWarning: '', sensitive: true, genre: 'underwater' },
};

/** Chooses a post's warning; most have none. Warnings are in English, so only English posts get one. */
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
  /** Whether the post has a text. */
  readonly words: boolean;
  readonly images: readonly MediaItem[];
}
