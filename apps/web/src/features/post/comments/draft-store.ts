import { create } from 'zustand';
import { asRecord, readStored, writeStored } from '../../../lib/json';
import { noteKept, useUnkept } from '../../../lib/unkept';

const KEY = 'comment-drafts';
/** Drafts of this many posts are kept; the ones left longest ago go first. */
const KEPT = 50;

type Drafts = Record<string, string>;

const isDrafts = (value: unknown): value is Drafts =>
  asRecord(value) === value && Object.values(asRecord(value)).every((text) => typeof text === 'string');

/** Key of a draft: what one account was writing under one post. */
export const draftKey = (viewerId: string, postId: string): string => `${viewerId}:${postId}`;

interface DraftState {
  drafts: Drafts;
  /** Stores the text; an empty one removes the draft. Where the storage refuses it, the page alone has it. */
  write: (key: string, text: string) => void;
  /** Drafts on their way to the server: known here, since a card that scrolls away and back begins anew. */
  posting: readonly string[];
  setPosting: (key: string, on: boolean) => void;
}

/** Unsent comments per account and post, which outlive failures, navigation and reload. */
export const useDraftStore = create<DraftState>((set, get) => ({
  drafts: readStored<Drafts>(KEY, isDrafts, {}),
  write: (key, text) => {
    const { drafts: shown } = get();
    const unkept = [...useUnkept.getState().names].flatMap((name) => {
      const draft = shown[name];
      return draft === undefined || name === key ? [] : [[name, draft] as const];
    });
    // another tab may have begun a comment, or sent one, since this one read; what was never stored is only here
    const { [key]: _former, ...others } = {
      ...readStored(KEY, isDrafts, shown),
      ...Object.fromEntries(unkept),
    };
    const entries = Object.entries(text === '' ? others : { ...others, [key]: text });
    const drafts = Object.fromEntries(entries.slice(-KEPT));
    const kept = writeStored(KEY, drafts);
    for (const [name] of unkept) noteKept(name, kept);
    noteKept(key, kept || text === '');
    set({ drafts });
  },
  posting: [],
  setPosting: (key, on) =>
    set(({ posting }) => ({ posting: [...posting.filter((other) => other !== key), ...(on ? [key] : [])] })),
}));
