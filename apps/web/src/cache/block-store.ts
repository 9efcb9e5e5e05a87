import { useMemo } from 'react';
import { create } from 'zustand';
import { readStored } from '../lib/json';
import { useOwnAccount } from '../lib/viewer';

/** An author whose posts this browser hides. */
export interface BlockedAuthor {
  _id: string;
  userName: string;
  fullName: string;
  /** The account that stores the block; absent if only this browser does. */
  by?: string;
}

/** Storage key of the blocked authors. */
export const BLOCKED = 'blocked-authors';

const isText = (value: unknown): value is string => typeof value === 'string';
const isBlockedList = (value: unknown): value is BlockedAuthor[] =>
  Array.isArray(value) &&
  value.every((entry: Partial<BlockedAuthor> | null) => isText(entry?._id) && isText(entry.userName));

/** Reads the blocked authors from storage, which another tab may have changed; `otherwise` if nothing is stored. */
export const readBlocked = (otherwise: BlockedAuthor[]): BlockedAuthor[] =>
  readStored(BLOCKED, isBlockedList, otherwise);

/** Authors whose posts this browser hides; `blocking.ts` changes the list. */
export const useBlockStore = create(() => ({ blocked: readBlocked([]) }));

// apply blocks from other tabs
window.addEventListener('storage', ({ key }) => {
  if (key === BLOCKED || key === null) useBlockStore.setState({ blocked: readBlocked([]) });
});

/** All items of all pages in order, without duplicates: the first copy wins. */
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

/** The users blocked in this browser. Blocks stay when another user signs in, so the viewer is always left out. */
export const useHiddenPeople = (): ReadonlySet<string> => {
  const viewerId = useOwnAccount()?._id;
  const blocked = useBlockStore((state) => state.blocked);
  return useMemo(
    () => new Set(blocked.map(({ _id }) => _id).filter((id) => id !== viewerId)),
    [blocked, viewerId],
  );
};

interface Written {
  _id: string;
  user: { _id: string };
}

/** The items of a paged list to show: each once, without those of authors blocked in this browser. */
export const useListed = <T extends Written>(pages: readonly { data: T[] }[] | undefined): T[] => {
  const hidden = useHiddenPeople();
  return useMemo(() => flattenUnique(pages).filter(({ user }) => !hidden.has(user._id)), [pages, hidden]);
};
