import type { Slots } from '../grammar.js';

/** The hand-written material of one subject in English; patterns are read by `fill`. */
export interface Topic {
  readonly titles: readonly string[];
  /** Whole posts of one sentence. */
  readonly tiny: readonly string[];
  readonly openers: readonly string[];
  readonly middles: readonly string[];
  readonly closers: readonly string[];
  readonly slots: Slots;
  readonly tags: readonly string[];
  readonly emoji: readonly string[];
  /** Comments that only make sense below this subject. */
  readonly replies: readonly string[];
  /** Sentences about a picture that the other patterns do not explain, by genre (`"sea"`; clips: `"sea clip"`). */
  readonly pictures?: Readonly<Record<string, readonly string[]>>;
}
