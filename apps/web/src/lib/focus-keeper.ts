import { isLost } from './focus';

/** What lies over the page for a while; what opened it keeps the place. */
const LAYER = '[role="dialog"], [role="alertdialog"], [role="menu"], [data-toasts]';
const FOCUSABLE =
  ':is(a[href], button, input, textarea, select, [tabindex="0"]):not(:disabled, [tabindex="-1"])';
const FEED = '[role="feed"]';

/** An item of a list, as it stood when something in it had the focus. */
interface Item {
  list: Element;
  item: Element;
  index: number;
  /** Which of the item's controls had the focus. */
  control: number;
}

interface Place {
  element: HTMLElement;
  /** Innermost first. */
  items: Item[];
  /** Elements around it that take the focus by script, innermost first. */
  around: HTMLElement[];
  pathname: string;
}

const controlsOf = (item: Element): HTMLElement[] => [...item.querySelectorAll<HTMLElement>(FOCUSABLE)];

/** Only the items around the screen are in the document, each with its number. */
const numberOf = (item: Element): number => Number(item.getAttribute('aria-posinset')) - 1;

const itemAt = ({ list }: Item, index: number): Element | undefined =>
  list.matches(FEED)
    ? (list.querySelector(`article[aria-posinset="${index + 1}"]`) ?? undefined)
    : list.children[index];

/** How many items a feed has, where its end is known. */
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
  return { element, items, around, pathname: window.location.pathname };
};

/** The item itself where it takes the focus, else its control that corresponds to the one that had it. */
const inside = (item: Element, control: number): HTMLElement | undefined => {
  if (item instanceof HTMLElement && item.matches(FOCUSABLE)) return item;
  const controls = controlsOf(item);
  return controls[Math.min(Math.max(control, 0), controls.length - 1)];
};

const heirOf = ({ element, items, around }: Place): HTMLElement | undefined => {
  if (element.isConnected) return element;
  for (const held of items) {
    const { item, index, control } = held;
    const near = item.isConnected ? [item] : [itemAt(held, index), itemAt(held, index - 1)];
    for (const next of near) {
      const heir = held.list.isConnected && next ? inside(next, control) : undefined;
      if (heir) return heir;
    }
  }
  return around.find((each) => each.isConnected);
};

/**
 * Keeps the focus on the page when what had it goes away, or what opened the dialog or menu that had it: it moves to the
 * next item of the list, else the previous one, else to what is around them. Leaves a new page to the router.
 * @returns what ends it
 */
export const keepFocusOnPage = (): (() => void) => {
  let place: Place | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const handleIn = ({ target }: FocusEvent): void => {
    if (!(target instanceof HTMLElement) || target.closest(LAYER)) return;
    // a list holds the focus for a card that left the document
    if (target.matches(FEED) && place && !place.element.isConnected) return;
    place = placeOf(target);
  };
  const handleOut = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null || !(target instanceof HTMLElement) || target.closest(LAYER)) return;
    // something that stays is left on purpose
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
      // the last one was removed; any other may only be out of the document
      const next = itemAt(card, size > 0 ? Math.min(card.index, size - 1) : card.index);
      if (next instanceof HTMLElement) next.focus({ preventScroll: true });
    } else if (isLost() && !activeElement?.matches(':disabled'))
      heirOf(place)?.focus({ preventScroll: true });
  };
  // after those that know better where it goes
  const observer = new MutationObserver(() => {
    timer ??= setTimeout(settle);
  });
  observer.observe(document.body, { childList: true, subtree: true });
  document.addEventListener('focusin', handleIn);
  document.addEventListener('focusout', handleOut);
  return () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('focusin', handleIn);
    document.removeEventListener('focusout', handleOut);
  };
};
