import * as z from 'zod/mini';
import { media as mediaSchema } from '@social-feed/contracts';
import { newIdempotencyKey } from '../../../cache/update-cached';
import { namesStored, readStored, readText, writeText } from '../../../lib/json';
import { noteKept } from '../../../lib/unkept';
import type { Draft } from './composer-rules';

const KEY = 'post-draft';

/** A draft as it is kept; what an earlier version kept knows nothing of warnings. */
const kept = z.object({
  title: z.string(),
  description: z.string(),
  location: z.string(),
  tags: z.array(z.string()),
  media: z.array(mediaSchema),
  contentWarning: z.optional(z.string()),
  sensitive: z.optional(z.boolean()),
});
const isDraft = (value: unknown): value is Draft => kept.safeParse(value).success;

const draftAt = (name: string): Draft | undefined => readStored<Draft | undefined>(name, isDraft, undefined);

/** Where drafts of one post are: one place, and one more for every tab that wrote at the same time. */
const placesOf = (base: string): string[] =>
  namesStored(base)
    .filter((name) => name === base || name.startsWith(`${base}#`))
    .filter((name) => draftAt(name) !== undefined)
    .sort();

/** A draft of one post in this browser, as one tab has it. */
export interface KeptDraft {
  /** What `useIsUnkept` knows it by. */
  name: string;
  /** What was found, or the initial one. */
  found: Draft;
  /** How many more drafts of the same post are kept, each of which opens when those before it are done with. */
  others: number;
  /**
   * Keeps the draft; `null` forgets it. To be called with each change, and when another tab has changed the storage:
   * where that tab took the place, what this one made goes to a place of its own.
   */
  keep: (draft: Draft | null) => void;
  /** Forgets the draft for good: it was sent, and nothing that comes later brings it back. */
  finish: () => void;
}

/**
 * What was made and not sent, with the uploads that are through, kept in this browser so that a reload loses nothing.
 * @param key the person's id, with the post's where one is edited
 */
export const openDraft = (key: string, initial: Draft): KeptDraft => {
  const base = `${KEY}:${key}`;
  const places = placesOf(base);
  // after a reload, what this very tab wrote
  const own = readText(base, 'sessionStorage');
  let place = places.find((name) => name === own) ?? places[0] ?? base;
  let known = readText(place);
  let wrote = false;
  let finished = false;

  const keep = (draft: Draft | null): void => {
    const next = draft && JSON.stringify(draft);
    // what was only read here is the other tab's to go on with
    if (finished || (next === known && !wrote)) return;
    const now = readText(place);
    if (now !== known && next === null) return;
    if (now !== known && now !== null) place = `${base}#${newIdempotencyKey()}`;
    noteKept(base, writeText(place, next) || next === null);
    known = next;
    wrote = true;
    writeText(base, place, 'sessionStorage');
  };
  const finish = (): void => {
    keep(null);
    finished = true;
  };
  const draft = draftAt(place);
  return {
    name: base,
    found: draft ? { ...initial, ...draft } : initial,
    others: Math.max(0, places.length - 1),
    keep,
    finish,
  };
};
