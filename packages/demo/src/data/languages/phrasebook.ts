import type { TopicName } from '../types.js';

/** The hand-written material of one language other than English. Patterns are read by `fill`. */
export interface Phrasebook {
  readonly titles: readonly string[];
  /** Sentences about particular subjects, to begin with. */
  readonly about: Partial<Readonly<Record<TopicName, readonly string[]>>>;
  /** Sentences that follow. */
  readonly middles: readonly string[];
  readonly closers: readonly string[];
  readonly comments: readonly string[];
  readonly slots: Readonly<Record<string, readonly string[]>>;
  /** A sentence about a picture for each key of a topic's `pictures`; without the key, no sentence is added. */
  readonly pictures: Readonly<Record<string, string>>;
  readonly tags: Partial<Readonly<Record<TopicName, readonly string[]>>>;
  /** Between sentences: a space, or nothing in scripts that need none. */
  readonly gap: string;
}
