import type { CacheSnapshot } from 'virtua';
import type { FeedData } from './feed-query';
import { keepPlace, type FeedPlace } from './feed-place';

interface Held {
  postId: string;
  /** Whether somebody was writing there. */
  typing: boolean;
}

const CARD = 'article[data-post-id]';

/**
 * Cards leave the document when they scroll away, and the focus would leave with them. It waits on the list instead,
 * and goes back to its card when that comes back; who was writing there and goes on is taken back to the field.
 * @param reveal scrolls to the card of this post; false when the list no longer has it
 * @returns what ends it
 */
export const keepFocus = (node: HTMLElement, reveal: (postId: string) => boolean): (() => void) => {
  let held: Held | null = null;
  let wanted = false;
  const cardOf = ({ postId }: Held) => node.querySelector<HTMLElement>(`article[data-post-id="${postId}"]`);

  const handleIn = ({ target }: FocusEvent) => {
    if (!(target instanceof HTMLElement) || target === node) return;
    const postId = target.closest<HTMLElement>(CARD)?.dataset['postId'];
    held = postId === undefined ? null : { postId, typing: target instanceof HTMLTextAreaElement };
  };
  const handleOut = ({ target }: FocusEvent) => {
    queueMicrotask(() => {
      const moved = target instanceof Node && target.isConnected && target !== node;
      if (moved && !node.contains(document.activeElement)) held = null;
    });
  };
  const handleChange = () => {
    if (!held) return;
    const { activeElement } = document;
    const card = cardOf(held);
    if (!card && activeElement === document.body) node.focus({ preventScroll: true });
    else if (card && activeElement === node) {
      const field = wanted ? card.querySelector('textarea') : null;
      if (wanted && !field) return;
      wanted = false;
      (field ?? card).focus({ preventScroll: !field });
    }
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.target !== node || !held?.typing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key.length > 1 || !reveal(held.postId)) return;
    // the key was meant for the field: as a shortcut it would do something else
    event.stopPropagation();
    wanted = true;
  };
  const observer = new MutationObserver(handleChange);
  observer.observe(node, { childList: true, subtree: true });
  node.addEventListener('focusin', handleIn);
  node.addEventListener('focusout', handleOut);
  node.addEventListener('keydown', handleKey);
  return () => {
    observer.disconnect();
    node.removeEventListener('focusin', handleIn);
    node.removeEventListener('focusout', handleOut);
    node.removeEventListener('keydown', handleKey);
  };
};

/** What there is to know of the list at any moment. */
interface Watched {
  viewerId: string | null;
  container: HTMLElement;
  sizes: () => CacheSnapshot | undefined;
  data: () => { data: FeedData | undefined; dataUpdatedAt: number } | undefined;
  /** Key of the history entry, and how many posts the list has. */
  list: () => { entry: string; count: number };
}

/** Pause between two readings while the page scrolls, in milliseconds. */
const EVERY = 100;

const anchorOf = (container: HTMLElement): FeedPlace['anchor'] => {
  for (const card of container.querySelectorAll<HTMLElement>('article[data-post-id]')) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { postId: card.dataset['postId'] ?? '', above: top };
  }
  return null;
};

/** Keeps the reader's place, for Back and for a reload. Returns what ends it, with one last note of the place. */
export const watchPlace = ({ viewerId, container, sizes, data, list }: Watched): (() => void) => {
  let last: FeedPlace | undefined;
  const read = () => {
    const held = data();
    const measured = sizes();
    if (!container.isConnected || !held?.data || !measured) return;
    last = {
      ...list(),
      viewerId,
      offset: window.scrollY,
      anchor: anchorOf(container),
      sizes: measured,
      width: window.innerWidth,
      data: held.data,
      updatedAt: held.dataUpdatedAt,
    };
    keepPlace(last, false);
  };
  const handleHide = () => {
    read();
    if (last) keepPlace(last, true);
  };
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handleScroll = () => {
    timer ??= setTimeout(() => {
      timer = undefined;
      read();
    }, EVERY);
  };
  window.addEventListener('scroll', handleScroll, { passive: true });
  // before a link takes the reader away the place is read once more, exactly
  document.addEventListener('click', read, { capture: true });
  window.addEventListener('pagehide', handleHide);
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', handleScroll);
    document.removeEventListener('click', read, { capture: true });
    window.removeEventListener('pagehide', handleHide);
    if (last) keepPlace(last, true);
  };
};
