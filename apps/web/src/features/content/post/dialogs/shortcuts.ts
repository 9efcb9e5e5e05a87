import { t } from '@lingui/core/macro';
import { usePreferences } from '../../../../lib/preferences';
import { isComposing, isModified, shortcutOf } from '../../../../lib/keys';
import { showKeys } from '../../../../lib/dialogs';
import type { useZoom } from '../page/use-zoom';
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

/** Keys, how the help lists them, and what they do. */
export interface Shortcut<Act> {
  /** The heading of the help that they are under. */
  group: string;
  what: string;
  /** As the help shows them. */
  keys: readonly string[];
  /** Whether a held key acts again and again. */
  repeats?: true;
  /** Missing for keys that work with single letters off, too. */
  run?: Act;
}

/** What a key does on the present post, if there is one. */
type OnPost = (post: HTMLElement | undefined, focused: boolean) => void;

/** What the keys of the viewer of pictures do. */
export const ZOOM_KEYS: Readonly<Record<string, (zoom: ReturnType<typeof useZoom>) => void>> = {
  z: ({ toggle }) => toggle(),
  '+': ({ zoom, toggle }) => (zoom === 'in' ? undefined : toggle()),
  '−': ({ zoom, toggle, shrink }) => (zoom === 'in' ? toggle() : shrink()),
};

const MOVING = t`Moving`;
const POST = t`On a post`;
const PICTURE = t`Picture on the whole screen`;
const ANYWHERE = t`Anywhere here`;

/** The keys of the feed and its posts. Help and settings list them in this order. */
export const SHORTCUTS: readonly Shortcut<OnPost>[] = [
  {
    group: MOVING,
    what: t`Next post`,
    keys: ['j', t`Page Down`],
    repeats: true,
    run: (post, focused) => post && move(post, focused, 'PageDown'),
  },
  {
    group: MOVING,
    what: t`Previous post`,
    keys: ['k', t`Page Up`],
    repeats: true,
    run: (post, focused) => post && move(post, focused, 'PageUp'),
  },
  { group: POST, what: t`Like`, keys: ['l'], run: (post) => post && actionOf(post, 'like')?.click() },
  { group: POST, what: t`Comments`, keys: ['c'], run: (post) => post && actionOf(post, 'comment')?.click() },
  {
    group: MOVING,
    what: t`Open the post`,
    keys: ['o'],
    run: (post) =>
      post?.hasAttribute('aria-posinset') && post.querySelector<HTMLElement>('a[href^="/p/"]')?.click(),
  },
  { group: MOVING, what: t`Close, or leave a field`, keys: [t`Esc`] },
  { group: POST, what: t`Previous and next picture`, keys: ['←', '→'] },
  { group: PICTURE, what: t`Zoom`, keys: Object.keys(ZOOM_KEYS) },
  { group: PICTURE, what: t`Close`, keys: [t`Esc`] },
  { group: ANYWHERE, what: t({ message: 'Post', context: 'verb' }), keys: [t`Ctrl + Enter`] },
  { group: ANYWHERE, what: t`These keys`, keys: ['?'], run: showKeys },
];

/** What a pressed key does by a list, if it may act. */
export const pressed = <Act>(list: readonly Shortcut<Act>[], event: KeyboardEvent): Act | undefined => {
  const found = list.find(({ keys }) => keys[0] === shortcutOf(event));
  return found && isFreeLetter(event) && (found.repeats || !event.repeat) ? found.run : undefined;
};

/**
 * Runs the shortcut of a key on the posts of the page: one of `SHORTCUTS`, or Esc. Does nothing while the user types
 * (except Esc), while a dialog or menu is open, or if another listener or an input method handled the key.
 * @param onEscape called on Esc if no field, control or panel uses it
 */
export const runShortcut = (event: KeyboardEvent, onEscape?: () => void): void => {
  if (event.defaultPrevented || isComposing(event) || document.querySelector(OPEN)) return;
  if (event.key === 'Escape') {
    if (!event.repeat && !escape()) onEscape?.();
    return;
  }
  const run = pressed(SHORTCUTS, event);
  if (!run) return;
  const { post, focused } = currentPost();
  run(post, focused);
};
