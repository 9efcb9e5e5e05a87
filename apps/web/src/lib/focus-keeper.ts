import { isLost } from './focus';

/** Temporary layers over the page; the element that opened one keeps its place. */
const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-toasts]';
const FOCUSABLE =
  ':is(a[href], button, input, textarea, select, [tabindex="0"]):not(:disabled, [tabindex="-1"])';
const FEED = '[role="feed"]';

/** A list item around the focused element. */
interface Item {
  list: Element;
  item: Element;
  index: number;
  /** Index of the focused control within the item. */
  control: number;
}

/** Returns the label or text of a control. */
const nameOf = (control: Element): string | null => control.getAttribute('aria-label') ?? control.textContent;

interface Place {
  element: HTMLElement;
  /** Read early: React may empty a removed element. */
  name: string | null;
  /** Innermost first. */
  items: Item[];
  /** Focusable elements around it (`tabindex="-1"`), innermost first. */
  around: HTMLElement[];
  pathname: string;
}

const controlsOf = (item: Element): HTMLElement[] => [...item.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** Returns the index of a feed item, since only the items around the screen are in the document. */
const numberOf = (item: Element): number => Number(item.getAttribute('aria-posinset')) - 1;

const itemAt = ({ list }: Item, index: number): Element | undefined =>
  list.matches(FEED)
    ? (list.querySelector(`article[aria-posinset="${index + 1}"]`) ?? undefined)
    : list.children[index];

/** Returns the number of items of a feed, or -1 if its end is unknown. */
const sizeOf = (list: Element): number =>
  Number(list.querySelector('article[aria-setsize]')?.getAttribute('aria-setsize') ?? -1);

const placeOf = (element: HTMLElement): Place => {
  const items: Item[] = [];
  const around: HTMLElement[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement) {
    const list = at.matches('article') ? at.closest(FEED) : at.matches('li') ? at.parentElement : null;
    if (list) {
      const index = list.matches(FEED) ? numberOf(at) : [...list.children].indexOf(at);
      items.push({ list, item: at, index, control: controlsOf(at).indexOf(element) });
    }
    if (at !== element && at instanceof HTMLElement && at.matches('[tabindex="-1"]')) around.push(at);
  }
  return { element, name: nameOf(element), items, around, pathname: window.location.pathname };
};

/** Returns the item if it is focusable, else its control at the same index. */
const inside = (item: Element, control: number): HTMLElement | undefined => {
  if (item instanceof HTMLElement && item.matches(FOCUSABLE)) return item;
  const controls = controlsOf(item);
  return controls[Math.min(Math.max(control, 0), controls.length - 1)];
};

const heirOf = ({ element, name, items, around }: Place): HTMLElement | undefined => {
  if (element.isConnected) return element;
  for (const held of items) {
    const { item, index, control } = held;
    // a menu that loads on the first press replaces its button
    const replacement = item.isConnected ? controlsOf(item)[control] : undefined;
    if (replacement && nameOf(replacement) === name) return replacement;
    const near = item.isConnected ? [item] : [itemAt(held, index), itemAt(held, index - 1)];
    for (const next of near) {
      const heir = held.list.isConnected && next ? inside(next, control) : undefined;
      if (heir) return heir;
    }
  }
  return around.find((each) => each.isConnected);
};

/**
 * Keeps the focus on the page when the focused element is removed, or the element that opened the focused dialog or
 * menu. The focus moves to the next item of the list, else the previous one, else to an element around them. Leaves
 * new pages to the router.
 * @returns stops it
 */
export const keepFocusOnPage = (): (() => void) => {
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest(LAYER)) return;
    // the feed holds the focus for a card that left the document
    if (target.matches(FEED) && place && !place.element.isConnected) return;
    place = placeOf(target);
  };
  const handleOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof HTMLElement) || target.closest(LAYER)) return;
    // if the element stays, the blur was deliberate
    queueMicrotask(() => {
      if (target.isConnected && !target.matches(':disabled') && isLost()) place = null;
    });
  };
  const settle = (): void => {
    timer = undefined;
    if (!place || place.pathname !== window.location.pathname) return;
    const { activeElement } = document;
    const waits = activeElement?.matches(FEED) === true && !place.element.isConnected;
    if (waits) {
      const [card] = place.items.filter(({ list }) => list === activeElement);
      if (!card) return;
      const size = sizeOf(card.list);
      // the card was the last and was removed; any other may just be scrolled out
      const next = itemAt(card, size > 0 ? Math.min(card.index, size - 1) : card.index);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    } else if (isLost() && !activeElement?.matches(':disabled'))
      heirOf(place)?.focus({ preventScroll: true });
  };
  // after components that set the focus themselves
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(settle);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', handleIn);
  document.addEventListener('focusout', handleOut);
  // this code loads late: something may have the focus, or have opened a menu that has it
  const { activeElement } = document;
  const opener = document.querySelector('[aria-haspopup][aria-expanded="true"]');
  const held = activeElement?.closest(LAYER) ? opener : activeElement;
  if (held instanceof HTMLElement && held !== document.body) place = placeOf(held);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', handleIn);
    document.removeEventListener('focusout', handleOut);
  };
};
