import type { Comment } from '@social-feed/contracts';
import { create } from 'zustand';
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

const SENT_KEY = 'comments-sent';
/** Milliseconds by which the clocks of browser and server may differ. */
const SKEW = 5000;

/** A comment that was sent and whose answer has not come: a reload or the network may have cut it off. */
interface Sent {
  body: string;
  /** When it was sent, by the server's clock, in milliseconds. */
  at: number;
  /** Sent again with the same text, so that the comment is made once. */
  idempotencyKey: string;
}
type AllSent = Record<string, Sent | undefined>;

const isAllSent = (value: unknown): value is AllSent =>
  asRecord(value) === value &&
  Object.values(asRecord(value)).every((sent) => typeof asRecord(sent)['idempotencyKey'] === 'string');
const readSent = () => readStored<AllSent>(SENT_KEY, isAllSent, {});

/** The comment of this draft that was sent without an answer, if it has this text. */
export const sentWith = (key: string, body: string): Sent | undefined => {
  const sent = readSent()[key];
  return sent?.body === body ? sent : undefined;
};

/** Notes what was sent of a draft; `null` once it is answered. */
export const noteSent = (key: string, sent: Sent | null): void => {
  const { [key]: _former, ...others } = readSent();
  const all = sent ? { ...others, [key]: sent } : others;
  writeStored(SENT_KEY, Object.keys(all).length === 0 ? null : all);
};

/** Removes the drafts of comments that were sent and are listed now, although no answer came. */
export const dropArrived = (viewerId: string, listed: readonly Comment[]): void => {
  for (const [key, sent] of Object.entries(readSent())) {
    const hasArrived = listed.some(
      ({ user, postId, body, createdAt }) =>
        user._id === viewerId &&
        `${key}:`.startsWith(`${draftKey(viewerId, postId)}:`) &&
        body === sent?.body &&
        Date.parse(createdAt) >= sent.at - SKEW,
    );
    if (!hasArrived) continue;
    noteSent(key, null);
    const { drafts, write } = useDraftStore.getState();
    if (drafts[key]?.trim() === sent?.body) write(key, '');
  }
};
