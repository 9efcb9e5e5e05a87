export type FeatureId = 'joke' | 'quote' | 'movie' | 'recipe' | 'book' | 'travel' | 'fact' | 'music';

/** What a card shows once it was chosen (A §3). All of it is text; the three addresses are https. */
export interface FeatureResult {
  feature: FeatureId;
  title: string;
  content: string;
  /** Handed over with a share. */
  shareUrl: string;
  /** Where More leads. */
  redirectUrl: string;
  imageUrl?: string;
}

/** A number from 0 to 1, exclusive, as `Math.random` gives it. */
export type Random = () => number;

/** An answer that arrived and holds nothing that could be shown. */
export class UnusableAnswer extends Error {
  override name = 'UnusableAnswer';
}

/** One of a list. Throws `UnusableAnswer` when it is empty. */
export const pickOne = <T>(list: readonly T[], random: Random): T => {
  if (list.length === 0) throw new UnusableAnswer('The list is empty');
  return list[Math.min(list.length - 1, Math.floor(random() * list.length))]!;
};
