import { EMPTY_DRAFT, type Draft } from './composer-rules';

const KEY = 'post-draft';

const isDraft = (value: unknown): value is Draft => {
  if (typeof value !== 'object' || value === null) return false;
  const draft = value as Record<string, unknown>;
  return (
    ['title', 'description', 'tags', 'location'].every((field) => typeof draft[field] === 'string') &&
    Array.isArray(draft['images']) &&
    draft['images'].every((image) => typeof image === 'string')
  );
};

/** The unsent post of this browser, kept per person so that nothing typed is lost on a reload. */
export const readDraft = (userId: string): Draft => {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(`${KEY}:${userId}`) ?? 'null');
    return isDraft(stored) ? stored : EMPTY_DRAFT;
  } catch {
    return EMPTY_DRAFT;
  }
};

/** Keeps a draft, or forgets it when nothing is left. */
export const writeDraft = (userId: string, draft: Draft): void => {
  try {
    const empty =
      draft.images.length === 0 && !`${draft.title}${draft.description}${draft.tags}${draft.location}`;
    if (empty) localStorage.removeItem(`${KEY}:${userId}`);
    else localStorage.setItem(`${KEY}:${userId}`, JSON.stringify(draft));
  } catch {
    // a full storage costs the draft's memory, not the post
  }
};
