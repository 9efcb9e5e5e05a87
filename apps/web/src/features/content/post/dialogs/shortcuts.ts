import { t } from '@lingui/core/macro';
import { usePreferences } from '../../../../lib/preferences';
import { isComposing, isModified, shortcutOf } from '../../../../lib/keys';
import { showKeys } from '../../../../lib/dialogs';
import type { ActionName } from '../reactions/action-bar';

const FIELD = 'input, textarea, select, [contenteditable="true"]';
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';
/** Height of the header in pixels: a card that ends above it is hidden. */
const HEADER = 72;

/** Whether a letter may act: the user is not typing, nothing is open, and single-letter shortcuts are on. */
export const isFreeLetter = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isComposing(event) &&
  !isModified(event) &&
  usePreferences.getState().shortcuts !== 'off' &&
  !document.querySelector(OPEN) &&
  !(event.target instanceof Element && event.target.closest(FIELD));

/** Whether an element is on the screen. A scroll leaves the focus where it is. */
const isInSight = (element: Element): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return bottom >= 0 && top <= window.innerHeight;
};

/** The focused post if it is on the screen, else the first one visible below the header. */
const currentPost = (): { post: HTMLElement | undefined; focused: boolean } => {
  const focused = document.activeElement?.closest<HTMLElement>('article[data-post-id]');
  if (focused && isInSight(focused)) return { post: focused, focused: true };
  const posts = [...document.querySelectorAll<HTMLElement>('article[data-post-id]')];
  const shown = posts.find((post) => post.getBoundingClientRect().bottom > HEADER);
  return { post: shown ?? posts[0], focused: false };
};

/**
 * Sends the page keys of the ARIA feed: they move the focus, and scroll if the next card is not in the document
 * yet.
 */
const move = (post: HTMLElement, focused: boolean, key: 'PageDown' | 'PageUp') => {
  if (focused) post.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  else post.focus();
};

const actionOf = (post: HTMLElement, name: ActionName) =>
  post.querySelector<HTMLElement>(`[data-action="${name}"]`);

/**
 * Esc: moves from a field or control to its post; from the post it closes the comments. Returns false if it did
 * neither.
 */
const escape = (): boolean => {
  const active = document.activeElement;
  const post = active?.closest<HTMLElement>('article[data-post-id]');
  if (!post) return false;
  if (active !== post) {
    post.focus({ preventScroll: true });
    return true;
  }
  const comment = actionOf(post, 'comment');
  if (comment?.getAttribute('aria-expanded') !== 'true' || !post.hasAttribute('aria-posinset')) return false;
  comment.click();
  return true;
};

export interface Shortcut {
  /** Where the help lists it. */
  group: 'moving' | 'post' | 'anywhere';
  what: string;
  /** A key that works with single letters off, too. */
  alias?: string;
  /** Whether a held key acts again and again. */
  repeats?: true;
  /** Acts on the present post, if there is one. */
  run: (post: HTMLElement | undefined, focused: boolean) => void;
}

/** The keys that act on posts. Help and settings list them in this order. */
export const SHORTCUTS: Readonly<Record<string, Shortcut>> = {
  j: {
    group: 'moving',
    what: t`Next post`,
    alias: t`Page Down`,
    repeats: true,
    run: (post, focused) => post && move(post, focused, 'PageDown'),
  },
  k: {
    group: 'moving',
    what: t`Previous post`,
    alias: t`Page Up`,
    repeats: true,
    run: (post, focused) => post && move(post, focused, 'PageUp'),
  },
  l: { group: 'post', what: t`Like`, run: (post) => post && actionOf(post, 'like')?.click() },
  c: { group: 'post', what: t`Comments`, run: (post) => post && actionOf(post, 'comment')?.click() },
  o: {
    group: 'moving',
    what: t`Open the post`,
    run: (post) =>
      post?.hasAttribute('aria-posinset') && post.querySelector<HTMLElement>('a[href^="/p/"]')?.click(),
  },
  '?': { group: 'anywhere', what: t`These keys`, run: showKeys },
};

/**
 * Runs the shortcut of a key on the posts of the page: one of `SHORTCUTS`, or Esc. Does nothing while the user types
 * (except Esc), while a dialog or menu is open, or if another listener or an input method handled the key.
 * @param onEscape called on Esc if no field, control or panel uses it
 */
export const runShortcut = (event: KeyboardEvent, onEscape?: () => void): void => {
  if (event.defaultPrevented || isComposing(event) || document.querySelector(OPEN)) return;
  const key = shortcutOf(event);
  if (key === 'Escape') {
    if (!event.repeat && !escape()) onEscape?.();
    return;
  }
  const shortcut = Object.hasOwn(SHORTCUTS, key) ? SHORTCUTS[key] : undefined;
  if (!shortcut || !isFreeLetter(event) || (event.repeat && !shortcut.repeats)) return;
  const { post, focused } = currentPost();
  shortcut.run(post, focused);
};
