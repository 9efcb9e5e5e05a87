import { usePreferences } from '../../../../lib/preferences';
import { isComposing, isModified, shortcutOf } from '../../../../lib/keys';
import { showKeys } from '../../../../lib/dialogs';

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

/** The focused post, else the first one visible below the header. */
const currentPost = (): { post: HTMLElement | undefined; focused: boolean } => {
  const focused = document.activeElement?.closest<HTMLElement>('article[data-post-id]');
  if (focused) return { post: focused, focused: true };
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

const actionOf = (post: HTMLElement, name: string) =>
  post.querySelector<HTMLElement>(`[role="group"][aria-label="Actions"] button[title="${name}"]`);

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
  const comment = actionOf(post, 'Comment');
  if (comment?.getAttribute('aria-expanded') !== 'true' || !post.hasAttribute('aria-posinset')) return false;
  comment.click();
  return true;
};

/**
 * Runs the shortcut of a key on the posts of the page: j, k, l, c, o, ? and Esc. Does nothing while the user types
 * (except Esc), while a dialog or menu is open, or if another listener or an input method handled the key. A held
 * key repeats j and k only.
 * @param onEscape called on Esc if no field, control or panel uses it
 */
export const runShortcut = (event: KeyboardEvent, onEscape?: () => void): void => {
  if (event.defaultPrevented || isComposing(event) || document.querySelector(OPEN)) return;
  const key = shortcutOf(event);
  if (event.repeat && !/^[jk]$/.test(key)) return;
  if (key === 'Escape') {
    if (!escape()) onEscape?.();
    return;
  }
  if (!isFreeLetter(event)) return;
  if (key === '?') {
    showKeys();
    return;
  }
  const { post, focused } = currentPost();
  if (!post) return;
  if (key === 'j') move(post, focused, 'PageDown');
  else if (key === 'k') move(post, focused, 'PageUp');
  else if (key === 'l') actionOf(post, 'Like')?.click();
  else if (key === 'c') actionOf(post, 'Comment')?.click();
  else if (key === 'o' && post.hasAttribute('aria-posinset'))
    post.querySelector<HTMLElement>('a[href^="/p/"]')?.click();
};
