import type { InfiniteData } from '@tanstack/react-query';

interface Identified {
  _id: string;
}

interface Page<T> {
  data: T[];
}

/** All items of all pages in order, each id once: the first copy wins. */
export const flattenUnique = <T extends Identified>(pages: readonly Page<T>[] | undefined): T[] => {
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

/** Runs `change` over every page's items; pages and lists that it leaves as they are keep their identity. */
export const mapPages = <T, P extends Page<T>, Param>(
  list: InfiniteData<P, Param>,
  change: (items: T[]) => T[],
): InfiniteData<P, Param> => {
  let touched = false;
  const pages = list.pages.map((page) => {
    const data = change(page.data);
    if (data === page.data) return page;
    touched = true;
    return { ...page, data };
  });
  return touched ? { ...list, pages } : list;
};

/** `items` with the one of this id changed, or the same array when it is absent or unchanged. */
export const changeById = <T extends Identified>(items: T[], id: string, change: (item: T) => T): T[] => {
  const index = items.findIndex((item) => item._id === id);
  const found = items[index];
  if (!found) return items;
  const changed = change(found);
  return changed === found ? items : items.with(index, changed);
};
