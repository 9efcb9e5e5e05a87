export type FeatureId = 'joke' | 'quote' | 'movie' | 'recipe' | 'book' | 'travel' | 'fact' | 'music';

/** Content of an open card (A §3). All fields are text; the three URLs are https. */
export interface FeatureResult {
  feature: FeatureId;
  title: string;
  content: string;
  /** Shared URL. */
  shareUrl: string;
  /** Target of the More link. */
  redirectUrl: string;
  imageUrl?: string;
}

/** A number from 0 to 1, exclusive, like `Math.random`. */
export type Random = () => number;

/** Thrown when a response has no content to show. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer';
}

/** Picks a random item. Throws `UnusableAnswer` if the list is empty. */
export const pickOne = <T>(list: readonly T[], random: Random): T => {
  if (list.length === 0) throw new UnusableAnswer('no-entry');
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))]!;
};
