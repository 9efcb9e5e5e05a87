import type { Comment } from '@social-feed/contracts';
import { create } from 'zustand';
import { forgetUnanswered, unansweredSince } from '../../../../cache/send-once';
import { asRecord, readStored, writeStored } from '../../../../lib/json';
import { noteSaved, useUnsavedDrafts } from '../../../../lib/unsaved-drafts';

const KEY = 'comment-drafts';
/** Maximum number of stored drafts; the least recently changed are dropped first. */
const KEPT = 50;

type Drafts = Record<string, string>;

const isDrafts = (value: unknown): value is Drafts =>
  asRecord(value) === value && Object.values(asRecord(value)).every((text) => typeof text === 'string');

/** Key of a user's draft on a post. */
export const draftKey = (viewerId: string, postId: string): string => `${viewerId}:${postId}`;

interface DraftState {
  drafts: Drafts;
  /** Stores the text; an empty text removes the draft. If storage refuses it, the draft stays in memory. */
  write: (key: string, text: string) => void;
  /** Drafts being posted. Kept here because a card loses its state when it scrolls out of the document. */
  posting: readonly string[];
  setPosting: (key: string, on: boolean) => void;
}

/** Unsent comments by user and post; they survive failures, navigation and reload. */
export const useDraftStore = create<DraftState>((set, get) => ({
  drafts: readStored<Drafts>(KEY, isDrafts, {}),
  write: (key, text) => {
    const { drafts: shown } = get();
    const unsaved = [...useUnsavedDrafts.getState().names].flatMap((name) => {
      const draft = shown[name];
      return draft === undefined || name === key ? [] : [[name, draft] as const];
    });
    // another tab may have changed drafts since this tab read them; drafts that storage refused exist only here
    const { [key]: _former, ...others } = {
      ...readStored(KEY, isDrafts, shown),
      ...Object.fromEntries(unsaved),
    };
    const entries = Object.entries(text === '' ? others : { ...others, [key]: text });
    const drafts = Object.fromEntries(entries.slice(-KEPT));
    const kept = writeStored(KEY, drafts);
    for (const [name] of unsaved) noteSaved(name, kept);
    noteSaved(key, kept || text === '');
    set({ drafts });
  },
  posting: [],
  setPosting: (key, on) =>
    set(({ posting }) => ({ posting: [...posting.filter((other) => other !== key), ...(on ? [key] : [])] })),
}));

/** Milliseconds by which the clocks of browser and server may differ. */
const SKEW = 5000;

/** What a call that creates a comment sends. */
export const sentComment = (userId: string, postId: string, body: string, parent?: string) => ({
  postId,
  body,
  userId,
  ...(parent !== undefined && { parent }),
});

/** Removes the drafts of comments that were sent and are listed now, although no answer came. */
export const dropArrived = (viewerId: string, listed: readonly Comment[]): void => {
  const { drafts, write } = useDraftStore.getState();
  for (const { user, postId, body, createdAt } of listed) {
    if (user._id !== viewerId) continue;
    for (const [name, text] of Object.entries(drafts)) {
      const [person, post, kind, parent] = name.split(':');
      if (person !== viewerId || post !== postId || kind === 'edit' || text.trim() !== body) continue;
      const sent = sentComment(viewerId, postId, body, parent);
      const at = unansweredSince(sent);
      if (at === undefined || Date.parse(createdAt) < at - SKEW) continue;
      forgetUnanswered(sent);
      write(name, '');
    }
  }
};
