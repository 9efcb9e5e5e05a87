import type { Draft } from './composer-rules';

const KEY = 'post-draft';

const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.every((entry) => typeof entry === 'string');

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Record<string, unknown>;
  return (
    ['title', 'description', 'tags', 'location'].every((field) => typeof draft[field] === 'string') &&
    isTexts(draft['images']) &&
    isTexts(draft['videos'])
  );
};

/**
 * What was typed and not sent, kept in this browser so that a reload loses nothing.
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
