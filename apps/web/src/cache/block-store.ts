import { useMemo } from 'react';
import { create } from 'zustand';
import { readStored, writeStored } from '../lib/json';
import { useViewer } from '../lib/viewer';
import { owe } from './people-owed';

/** An author whose posts this browser leaves out. */
export interface BlockedAuthor {
  _id: string;
  userName: string;
  fullName: string;
  /** Whose account keeps it; absent where only this browser does. */
  by?: string;
}

/** An act that is only logged here: no call is made. `at` is ISO 8601. */
export interface ModerationEntry {
  kind: 'block' | 'unblock' | 'report';
  userId: string;
  postId?: string;
  reason?: string;
  at: string;
}

const BLOCKED = 'blocked-authors';
const LOG = 'moderation-log';
const LOG_MAX = 200;

const isText = (value: unknown): value is string => typeof value === 'string';
const isBlockedList = (value: unknown): value is BlockedAuthor[] =>
  Array.isArray(value) &&
  value.every((entry: Partial<BlockedAuthor> | null) => isText(entry?._id) && isText(entry.userName));
const isLog = (value: unknown): value is ModerationEntry[] => Array.isArray(value);

interface BlockState {
  blocked: BlockedAuthor[];
  /** @param by whose account is owed it */
  block: (author: BlockedAuthor, postId: string | undefined, now: Date, by?: string) => void;
  unblock: (authorId: string, now: Date) => void;
  /**
   * Takes over whom an account blocks.
   * @param owed what the account is still owed of somebody; undefined for nothing
   */
  replace: (
    by: string,
    blocks: readonly BlockedAuthor[],
    owed: (userId: string) => boolean | undefined,
  ) => void;
  /** A blank reason is ignored. */
  report: (target: { userId: string; postId?: string }, reason: string, now: Date) => void;
}

const log = (entry: ModerationEntry) =>
  writeStored(LOG, [...readStored<ModerationEntry[]>(LOG, isLog, []), entry].slice(-LOG_MAX));

/** Blocks and reports of this browser, with their local log. */
export const useBlockStore = create<BlockState>((set, get) => {
  // another tab may have blocked somebody since this one read
  const stored = () => readStored(BLOCKED, isBlockedList, get().blocked);
  const without = (authorId: string) => stored().filter(({ _id }) => _id !== authorId);
  const keep = (blocked: BlockedAuthor[]) => {
    writeStored(BLOCKED, blocked);
    set({ blocked });
  };
  return {
    blocked: readStored<BlockedAuthor[]>(BLOCKED, isBlockedList, []),
    block: ({ _id, userName, fullName }, postId, now, by) => {
      log({ kind: 'block', userId: _id, ...(postId ? { postId } : {}), at: now.toISOString() });
      if (by) owe(by, { flag: 'block', user: _id, wanted: true, was: false }, now);
      keep([...without(_id), { _id, userName, fullName, ...(by ? { by } : {}) }]);
    },
    unblock: (authorId, now) => {
      log({ kind: 'unblock', userId: authorId, at: now.toISOString() });
      const by = stored().find(({ _id }) => _id === authorId)?.by;
      if (by) owe(by, { flag: 'block', user: authorId, wanted: false, was: true }, now);
      keep(without(authorId));
    },
    replace: (by, blocks, owed) => {
      const kept = stored().filter((author) => author.by !== by || owed(author._id) === true);
      const ids = new Set(kept.map(({ _id }) => _id));
      const added = blocks.filter(({ _id }) => !ids.has(_id) && owed(_id) !== false);
      keep([...kept, ...added.map(({ _id, userName, fullName }) => ({ _id, userName, fullName, by }))]);
    },
    report: (target, reason, now) => {
      if (reason.trim() === '') return;
      log({ kind: 'report', ...target, reason: reason.trim(), at: now.toISOString() });
    },
  };
});

/** All items of all pages in order, each id once: the first copy wins. */
export const flattenUnique = <T extends { _id: string }>(
  pages: readonly { data: T[] }[] | undefined,
): T[] => {
  const seen = new Set<string>();
  const items: T[] = [];
  for (const page of pages ?? []) {
    for (const item of page.data) {
      if (seen.has(item._id)) continue;
      seen.add(item._id);
      items.push(item);
    }
  }
  return items;
};

interface Written {
  _id: string;
  user: { _id: string };
}

/**
 * What to show of the pages of a list: each item once, and nothing of authors who are blocked in this browser. Blocks
 * stay when somebody else signs in, so the viewer's own always show.
 */
export const useListed = <T extends Written>(pages: readonly { data: T[] }[] | undefined): T[] => {
  const viewerId = useViewer().user?._id;
  const blocked = useBlockStore((state) => state.blocked);
  return useMemo(() => {
    const hidden = new Set(blocked.map(({ _id }) => _id).filter((id) => id !== viewerId));
    return flattenUnique(pages).filter(({ user }) => !hidden.has(user._id));
  }, [pages, blocked, viewerId]);
};
