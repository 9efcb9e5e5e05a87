import { useMemo } from 'react';
import { create } from 'zustand';
import { readStored } from '../lib/json';
import { useOwnAccount } from '../lib/viewer';

/** An author whose posts this browser leaves out. */
export interface BlockedAuthor {
  _id: string;
  userName: string;
  fullName: string;
  /** Whose account keeps it; absent where only this browser does. */
  by?: string;
}

/** Where this browser keeps them. */
export const BLOCKED = 'blocked-authors';

const isText = (value: unknown): value is string => typeof value === 'string';
const isBlockedList = (value: unknown): value is BlockedAuthor[] =>
  Array.isArray(value) &&
  value.every((entry: Partial<BlockedAuthor> | null) => isText(entry?._id) && isText(entry.userName));

/** The blocked authors as this browser keeps them now, which another tab may have changed; `otherwise` where it keeps none. */
export const readBlocked = (otherwise: BlockedAuthor[]): BlockedAuthor[] =>
  readStored(BLOCKED, isBlockedList, otherwise);

/** Whom this browser leaves out; `blocking.ts` changes it. */
export const useBlockStore = create(() => ({ blocked: readBlocked([]) }));

// whom another tab blocks is left out here, too
window.addEventListener('storage', ({ key }) => {
  if (key === BLOCKED || key === null) useBlockStore.setState({ blocked: readBlocked([]) });
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

/** Who is blocked in this browser. Blocks stay when somebody else signs in, so it is never the viewer. */
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

/** What to show of the pages of a list: each item once, and nothing of authors who are blocked in this browser. */
export const useListed = <T extends Written>(pages: readonly { data: T[] }[] | undefined): T[] => {
  const hidden = useHiddenPeople();
  return useMemo(() => flattenUnique(pages).filter(({ user }) => !hidden.has(user._id)), [pages, hidden]);
};
