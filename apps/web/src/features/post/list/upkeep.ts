import { firstPicture } from '../../../lib/first-picture';
import { WARM_UP } from '../../../lib/warm-up';
import { savesData, usePreferences } from '../../../lib/preferences';

/** Where a window stands in a list. */
export interface WindowPlace {
  /** Window offset in pixels. */
  offset: number;
  /** First card in sight and how far above the screen's top it begins, in pixels. */
  anchor: { postId: string; above: number } | null;
  /** Of the window, in pixels. */
  width: number;
}

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

/** Pause between two readings while the page scrolls, in milliseconds. */
const EVERY = 100;

const anchorOf = (container: HTMLElement): WindowPlace['anchor'] => {
  for (const card of container.querySelectorAll<HTMLElement>(CARD)) {
    const { top, bottom } = card.getBoundingClientRect();
    if (bottom > 0) return { postId: card.dataset['postId'] ?? '', above: top };
  }
  return null;
};

/** Notes where the window stands in a list: while it scrolls, and before anything leads away. Returns what ends it. */
export const watchPlace = (container: HTMLElement, note: (place: WindowPlace) => void): (() => void) => {
  const read = () => {
    if (container.isConnected)
      note({ offset: window.scrollY, anchor: anchorOf(container), width: window.innerWidth });
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
  window.addEventListener('pagehide', read, { capture: true });
  document.addEventListener('visibilitychange', read, { capture: true });
  return () => {
    clearTimeout(timer);
    window.removeEventListener('scroll', handleScroll);
    document.removeEventListener('click', read, { capture: true });
    window.removeEventListener('pagehide', read, { capture: true });
    document.removeEventListener('visibilitychange', read, { capture: true });
  };
};

let warmed = false;

/**
 * Fetches what a press will need once the first picture is there and the browser is idle, unless the reader saves data;
 * what fails to come is fetched again when it is needed.
 */
export const warmUp = (): void => {
  if (warmed || savesData(usePreferences.getState()) || typeof window.requestIdleCallback !== 'function')
    return;
  warmed = true;
  void Promise.resolve(firstPicture).then(() =>
    window.requestIdleCallback(() => window.dispatchEvent(new Event(WARM_UP))),
  );
};
