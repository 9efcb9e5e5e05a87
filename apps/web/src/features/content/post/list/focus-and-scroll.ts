import { firstPicture } from '../../../../lib/first-picture';
import { WARM_UP } from '../../../../lib/warm-up';
import { savesData, usePreferences } from '../../../../lib/preferences';
import { whenLaidOut } from '../../../../lib/when-laid-out';

/** The window's scroll position in a list. */
export interface WindowPlace {
  /** Scroll offset in pixels. */
  offset: number;
  /** First visible card and the offset of its item's top from the top of the screen, in pixels. */
  anchor: { postId: string; above: number } | null;
  /** Window width, in pixels. */
  width: number;
}

interface Held {
  postId: string;
  /** Whether the user was typing there. */
  typing: boolean;
}

const CARD = 'article[data-post-id]';

/**
 * Keeps the focus when its card scrolls out of the document: the list holds the focus until the card returns. If
 * the user was typing in the card and types on, scrolls back to the field.
 * @param reveal scrolls to the card of this post; returns false if the list no longer has it
 * @returns stops it
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
    // the key was meant for the field, so no shortcut may handle it
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

/** Interval between two readings during a scroll, in milliseconds; shorter where a browser does not tell its end. */
const every = () => ('onscrollend' in window ? 400 : 100);

const anchorOf = (container: HTMLElement): WindowPlace['anchor'] => {
  for (const card of container.querySelectorAll<HTMLElement>(CARD)) {
    if (card.getBoundingClientRect().bottom <= 0) continue;
    // of the list's item, which may show a number above the card
    const { top } = (card.parentElement ?? card).getBoundingClientRect();
    return { postId: card.dataset['postId'] ?? '', above: top };
  }
  return null;
};

/**
 * Reports the scroll position in a list: now and then during a scroll and at its end, before a key or a click may
 * lead away, and before the page is left. During a scroll it waits for a frame's layout, so that it forces none. Returns a
 * function that stops it.
 */
export const watchPlace = (container: HTMLElement, note: (place: WindowPlace) => void): (() => void) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let cancel: (() => void) | undefined;
  const read = () => {
    clearTimeout(timer);
    cancel?.();
    timer = cancel = undefined;
    if (container.isConnected)
      note({ offset: window.scrollY, anchor: anchorOf(container), width: window.innerWidth });
  };
  const readDrawn = () => {
    if (timer !== undefined) cancel ??= whenLaidOut(read);
  };
  const handleScroll = () => {
    timer ??= setTimeout(readDrawn, every());
  };
  /** Reads at once what would be read later. */
  const readDue = () => {
    if (timer !== undefined) read();
  };
  const stop = new AbortController();
  const { signal } = stop;
  window.addEventListener('scroll', handleScroll, { passive: true, signal });
  document.addEventListener('scrollend', readDrawn, { signal });
  document.addEventListener('keydown', readDue, { capture: true, signal });
  // read the exact position before a link navigates
  document.addEventListener('click', read, { capture: true, signal });
  window.addEventListener('pagehide', read, { capture: true, signal });
  document.addEventListener('visibilitychange', read, { capture: true, signal });
  return () => {
    clearTimeout(timer);
    cancel?.();
    stop.abort();
  };
};

let warmed = false;

/**
 * Preloads the code for clicks once the first picture is loaded and the browser is idle, unless data saver is on.
 * Failed preloads are fetched again on use.
 */
export const warmUp = (): void => {
  if (warmed || savesData(usePreferences.getState()) || typeof window.requestIdleCallback !== 'function')
    return;
  warmed = true;
  void Promise.resolve(firstPicture).then(() =>
    window.requestIdleCallback(() => window.dispatchEvent(new Event(WARM_UP))),
  );
};
