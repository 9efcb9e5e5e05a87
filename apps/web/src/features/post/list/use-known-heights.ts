import { useLayoutEffect, useState, type RefObject } from 'react';

/** Cards whose heights are remembered at most; the ones seen longest ago go first. */
const KEPT = 500;

/** Heights of cards by post, in pixels, as they were when their list was left. */
const heights = new Map<string, number>();

const read = (list: HTMLElement): void => {
  for (const row of list.children) {
    const id = row.querySelector<HTMLElement>('article[data-post-id]')?.dataset['postId'];
    const height = row instanceof HTMLElement ? row.offsetHeight : 0;
    // a list that is hidden, as while the next page loads, has no heights
    if (id === undefined || height === 0) continue;
    heights.delete(id);
    heights.set(id, height);
  }
  for (const id of heights.keys()) {
    if (heights.size <= KEPT) break;
    heights.delete(id);
  }
};

/**
 * Remembers how high the cards of a list are: cards off the screen are not drawn, and whoever comes back to the list
 * would stand elsewhere if each of them were taken for one of average height.
 * @param list holds one element for each post
 * @returns the height of a post's card in pixels, where it was seen before
 */
export const useKnownHeights = (
  list: RefObject<HTMLElement | null>,
): ((postId: string) => number | undefined) => {
  const [known] = useState(() => new Map(heights));
  useLayoutEffect(() => {
    const node = list.current;
    if (!node) return;
    const note = () => read(node);
    // a link may lead away; going back, and all else, is noted at the end
    document.addEventListener('click', note, { capture: true });
    return () => {
      document.removeEventListener('click', note, { capture: true });
      note();
    };
  }, [list]);
  return (postId) => known.get(postId);
};
