import { media as mediaSchema } from '@social-feed/contracts';
import type { Draft } from './composer-rules';

const KEY = 'post-draft';

const isText = (value: unknown): value is string => typeof value === 'string';

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false;
  const { title, description, location, tags, media } = value as Record<string, unknown>;
  return (
    [title, description, location].every(isText) &&
    Array.isArray(tags) &&
    tags.every(isText) &&
    Array.isArray(media) &&
    media.every((item) => mediaSchema.safeParse(item).success)
  );
};

/**
 * What was made and not sent, with the uploads that are through, kept in this browser so that a reload loses nothing.
 * @param key the person's id, with the post's where one is edited
 */
export const readDraft = (key: string, initial: Draft): Draft => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}:${key}`) ?? 'null');
    return isDraft(stored) ? stored : initial;
  } catch {
    return initial;
  }
};

/** Keeps a draft; `null` forgets it. */
export const writeDraft = (key: string, draft: Draft | null): void => {
  try {
    if (draft === null) localStorage.removeItem(`${KEY}:${key}`);
    else localStorage.setItem(`${KEY}:${key}`, JSON.stringify(draft));
  } catch {
    // a full storage costs the draft's memory, not the post
  }
};
