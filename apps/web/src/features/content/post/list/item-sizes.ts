export interface Item {
  _id: string;
}

/** What `sizes` returns for an item that has not been drawn. */
export const UNKNOWN = -1;

export const knownSizes = (items: readonly Item[], sizes: readonly number[] = []): Map<string, number> => {
  const heights = new Map<string, number>();
  for (const [index, { _id }] of items.entries()) {
    const height = sizes[index] ?? UNKNOWN;
    if (height !== UNKNOWN) heights.set(_id, height);
  }
  return heights;
};

const topOf = (element: Element): number => element.getBoundingClientRect().top;

/** Called with the growth above the screen in pixels, which would move what the user reads. */
type HandleSizes = (grownAbove: number) => void;

/** Observes the heights of items, of which some are known. */
export const createSizes = (heights: Map<string, number>) => {
  const ids = new WeakMap<Element, string>();
  /** Items drawn since the last report. Their place was chosen by what they are, not by the height known before. */
  const fresh = new WeakSet<Element>();
  let handle: HandleSizes = () => undefined;
  const observer = new ResizeObserver((entries) => {
    let grown = 0;
    // they come in the order in which they were drawn, not from the top
    for (const { target, borderBoxSize } of entries.toSorted((a, b) => topOf(a.target) - topOf(b.target))) {
      const id = ids.get(target);
      // an item of a hidden page has no height
      if (id === undefined || (target as HTMLElement).offsetParent === null) continue;
      const height = borderBoxSize[0]?.blockSize ?? 0;
      const before = heights.get(id);
      heights.set(id, height);
      if (fresh.delete(target) || before === undefined || before === height) continue;
      const bottom = target.getBoundingClientRect().bottom - grown - (height - before);
      if (bottom <= 0) grown += height - before;
    }
    handle(grown);
  });
  return {
    of: (item: Item | undefined): number | undefined => item && heights.get(item._id),
    listen: (next: HandleSizes) => {
      handle = next;
    },
    observe: (node: Element, id: string) => {
      ids.set(node, id);
      fresh.add(node);
      observer.observe(node);
      return () => observer.unobserve(node);
    },
  };
};
