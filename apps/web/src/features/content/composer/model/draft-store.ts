import * as z from 'zod/mini';
import { filled, partOf, postFields, postRules, type Given } from '@social-feed/contracts';
import { newIdempotencyKey } from '../../../../cache/run-mutation';
import { namesStored, readStored, readText, writeText } from '../../../../lib/json';
import { noteSaved } from '../../../../lib/unsaved-drafts';
import { EMPTY_DRAFT, type Draft } from './composer-rules';

const KEY = 'post-draft';

/** A draft as stored. Drafts of earlier versions lack later fields, and those with a guessed language a language. */
const kept = z.partial(
  z.object({ ...partOf(postFields, 'value'), ...partOf(postRules, 'value'), version: z.number() }),
);
type Kept = z.infer<typeof kept>;
const isKept = (value: unknown): value is Kept => kept.safeParse(value).success;

const draftAt = (name: string): Kept | undefined => readStored<Kept | undefined>(name, isKept, undefined);

/** Storage keys for drafts of one post: one, plus one for each tab that wrote at the same time. */
const placesOf = (base: string): string[] =>
  namesStored(base)
    .filter((name) => name === base || name.startsWith(`${base}#`))
    .filter((name) => draftAt(name) !== undefined)
    .sort();

/** Text in this browser that belongs to no post or draft of the account any more. */
export interface LeftText {
  /** Storage name; identifies the text. */
  name: string;
  draft: Draft;
}

/** Texts of one post or account draft, under the name in `draftKeyOf`. */
const leftAt = (base: string): LeftText[] =>
  placesOf(base).map((name) => ({ name, draft: filled(EMPTY_DRAFT, draftAt(name) ?? {}) }));

/** What a text changes; a new post without either. */
interface Edited {
  postId?: string | undefined;
  draftId?: string | undefined;
}

/** Key of the unsent draft of a new post, of changes of a post, or of changes of an account draft. */
export const draftKeyOf = (userId: string, edited?: Edited): string =>
  [userId, edited?.postId, edited?.draftId && `draft-${edited.draftId}`].filter(Boolean).join(':');

/** Texts typed into a post or an account draft, for when it is gone. */
export const textsLeftOf = (userId: string, edited: Edited): LeftText[] =>
  leftAt(`${KEY}:${draftKeyOf(userId, edited)}`);

/**
 * Texts of the user's account drafts that no longer exist.
 * @param draftIds of the drafts that do
 */
export const textsOfGoneDrafts = (userId: string, draftIds: readonly string[]): LeftText[] => {
  const beginning = `${KEY}:${userId}:draft-`;
  const gone = new Set(
    namesStored(beginning)
      .map((name) => name.slice(beginning.length).replace(/#.*/, ''))
      .filter((draftId) => !draftIds.includes(draftId)),
  );
  return [...gone].flatMap((draftId) => textsLeftOf(userId, { draftId }));
};

/** Removes it. */
export const dropText = ({ name }: LeftText): void => void writeText(name, null);

/** One tab's draft of a post, stored in this browser. */
export interface KeptDraft {
  /** Name under which `useIsUnsaved` tracks it. */
  name: string;
  /** The restored draft, or the initial one. */
  found: Draft;
  /** Version of the account draft that the restored text changes; undefined for others. */
  version: number | undefined;
  /** Number of other stored drafts of the same post. Each opens once the previous ones are finished. */
  others: number;
  /**
   * Stores the draft; `null` removes it. Call it on each change and when another tab changes the storage: if that
   * tab took the storage key, this draft moves to a new key.
   */
  keep: (draft: Draft | null) => void;
  /** Removes the draft after it was sent. Later calls of `keep` do not restore it. */
  finish: () => void;
}

/**
 * Opens the unsent draft, including finished uploads. It is stored in this browser, so a reload loses nothing.
 * @param key the user's id, plus the post's id when a post is edited
 * @param latest the version of the account draft that is edited
 */
export const openDraft = (key: string, initial: Draft, latest?: number): KeptDraft => {
  const base = `${KEY}:${key}`;
  const places = placesOf(base);
  // After a reload, this tab's own draft.
  const own = readText(base, 'sessionStorage');
  let place = places.find((name) => name === own) ?? places[0] ?? base;
  let known = readText(place);
  let wrote = false;
  let finished = false;
  const draft = draftAt(place);
  const version = draft?.version ?? latest;

  const keep = (changed: Draft | null): void => {
    const next = changed && JSON.stringify({ ...changed, version });
    // A draft that this tab only read belongs to the other tab.
    if (finished || (next === known && !wrote)) return;
    const now = readText(place);
    if (now !== known && next === null) return;
    if (now !== known && now !== null) place = `${base}#${newIdempotencyKey()}`;
    noteSaved(base, writeText(place, next) || next === null);
    known = next;
    wrote = true;
    writeText(base, place, 'sessionStorage');
  };
  const finish = (): void => {
    keep(null);
    finished = true;
  };
  return {
    name: base,
    found: draft ? filled(initial, draft) : initial,
    version,
    others: Math.max(0, places.length - 1),
    keep,
    finish,
  };
};

/**
 * Stores an unsent post as a new draft; the others stay.
 * @param opens whether this tab's next form opens with it
 * @returns whether the browser could store it
 */
export const addStoredDraft = (userId: string, fields: Given<Draft>, opens = false): boolean => {
  const base = `${KEY}:${userId}`;
  const place = `${base}#${newIdempotencyKey()}`;
  const stored = writeText(place, JSON.stringify(filled(EMPTY_DRAFT, fields)));
  if (stored && opens) writeText(base, place, 'sessionStorage');
  return stored;
};

/** Makes it the text of a new post, which the form for one opens next in this tab. */
export const adoptText = (userId: string, text: LeftText): void => {
  if (addStoredDraft(userId, text.draft, true)) dropText(text);
};
