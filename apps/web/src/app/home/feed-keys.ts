import { useEffect } from 'react';
import { showAlert } from '../../lib/dialogs';

/** What the help says, one key a line. */
export const KEYS_HELP =
  'Keys: j next post, k previous post, l like, c comments, o open the post, Page Up and Page Down between posts, Esc close, ? this help.';

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="menu"], [role="dialog"], dialog';

/** The focused card, else the first one that shows below the header. */
const currentCard = (): { card: HTMLElement | null; focused: boolean } => {
  const focused = document.activeElement?.closest<HTMLElement>('article[aria-posinset]');
  if (focused) return { card: focused, focused: true };
  const cards = [...document.querySelectorAll<HTMLElement>('article[aria-posinset]')];
  return { card: cards.find((card) => card.getBoundingClientRect().bottom > 72) ?? null, focused: false };
};

/** Pages of the ARIA feed move the focus, and scroll where the next card is not in the document yet. */
const move = (card: HTMLElement, key: 'PageDown' | 'PageUp') =>
  card.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

const press = (card: HTMLElement, name: string) =>
  card.querySelector<HTMLElement>(`[role="group"][aria-label="Actions"] button[title="${name}"]`)?.click();

/** j, k, l, c, o and ? on the feed; silent while somebody types, a dialog or menu is open, or a modifier is held. */
export const useFeedKeys = (enabled: boolean): void => {
  useEffect(() => {
    if (!enabled) return;
    const handleKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      if (document.querySelector('[role="dialog"], [role="alertdialog"], [role="menu"], dialog[open]'))
        return;
      if (event.key === '?') {
        event.preventDefault();
        showAlert(KEYS_HELP);
        return;
      }
      const { card, focused } = currentCard();
      if (!card) return;
      if (event.key === 'j' || event.key === 'k') {
        if (focused) move(card, event.key === 'j' ? 'PageDown' : 'PageUp');
        else card.focus();
      } else if (event.key === 'l') press(card, 'Like');
      else if (event.key === 'c') press(card, 'Comment');
      else if (event.key === 'o') card.querySelector<HTMLElement>('a[href^="/p/"]')?.click();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, [enabled]);
};
