import { usePreferences } from '../../../lib/preferences';
import { isComposing, isModified } from '../../../lib/keys';
import { showKeys } from '../../../lib/dialogs';

const FIELD = 'input, textarea, select, [contenteditable="true"]';
const OPEN = '[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]';
/** Height of the header in pixels: a card whose end is above it does not show. */
const HEADER = 72;

/** Whether a letter may act: nobody types, nothing is open, and single letters are not switched off. */
export const isFreeLetter = (event: KeyboardEvent): boolean =>
  !event.defaultPrevented &&
  !isComposing(event) &&
  !isModified(event) &&
  usePreferences.getState().shortcuts !== 'off' &&
  !document.querySelector(OPEN) &&
  !(event.target instanceof Element && event.target.closest(FIELD));

/** The post that has the focus, else the first one that shows below the header. */
const currentPost = (): { post: HTMLElement | undefined; focused: boolean } => {
  const focused = document.activeElement?.closest<HTMLElement>('article[data-post-id]');
  if (focused) return { post: focused, focused: true };
  const posts = [...document.querySelectorAll<HTMLElement>('article[data-post-id]')];
  const shown = posts.find((post) => post.getBoundingClientRect().bottom > HEADER);
  return { post: shown ?? posts[0], focused: false };
};

/** The page keys of the ARIA feed move the focus, and scroll where the next card is not in the document yet. */
const move = (post: HTMLElement, focused: boolean, key: 'PageDown' | 'PageUp') => {
  if (focused) post.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
  else post.focus();
};

const actionOf = (post: HTMLElement, name: string) =>
  post.querySelector<HTMLElement>(`[role="group"][aria-label="Actions"] button[title="${name}"]`);

/** Esc: out of a field or control to its post; from the post it closes the comments. False when there is nothing to do. */
const escape = (): boolean => {
  const active = document.activeElement;
  const post = active?.closest<HTMLElement>('article[data-post-id]');
  if (!post) return false;
  if (active !== post) {
    post.focus({ preventScroll: true });
    return true;
  }
  const comment = actionOf(post, 'Comment');
  if (comment?.getAttribute('aria-expanded') !== 'true' || !post.hasAttribute('aria-posinset')) return false;
  comment.click();
  return true;
};

/**
 * Does what a key stands for on the posts of the page: j, k, l, c, o, ? and Esc. Silent while somebody types (but for
 * Esc), while a dialog or menu is open, and where another listener or an input method has taken the key; a key that is
 * held goes on with nothing but j and k.
 * @param onEscape what Esc does when no field, control or panel has a use for it
 */
export const runShortcut = (event: KeyboardEvent, onEscape?: () => void): void => {
  if (event.defaultPrevented || isComposing(event) || document.querySelector(OPEN)) return;
  if (event.repeat && !/^[jk]$/.test(event.key)) return;
  if (event.key === 'Escape') {
    if (!escape()) onEscape?.();
    return;
  }
  if (!isFreeLetter(event)) return;
  if (event.key === '?') {
    showKeys();
    return;
  }
  const { post, focused } = currentPost();
  if (!post) return;
  if (event.key === 'j') move(post, focused, 'PageDown');
  else if (event.key === 'k') move(post, focused, 'PageUp');
  else if (event.key === 'l') actionOf(post, 'Like')?.click();
  else if (event.key === 'c') actionOf(post, 'Comment')?.click();
  else if (event.key === 'o' && post.hasAttribute('aria-posinset'))
    post.querySelector<HTMLElement>('a[href^="/p/"]')?.click();
};
