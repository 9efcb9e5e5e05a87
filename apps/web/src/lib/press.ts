import { useEffect, useRef, type MouseEvent } from 'react';

/** How long a click waits for a second one, which selects a word, in milliseconds. */
const DOUBLE = 300;

/** `button` of an event of the middle button. */
export const MIDDLE = 1;

/** Whether the click was on a control inside. */
const isOnControl = ({ target, currentTarget }: MouseEvent): boolean => {
  const control = target instanceof Element ? target.closest('a, button, input, video') : null;
  return control !== null && currentTarget.contains(control);
};

const marksWords = (): boolean => getSelection()?.isCollapsed === false;

/**
 * Makes a text a larger target for its link: a click opens it, the middle button or Ctrl opens a new tab. A double
 * click or a drag selects text as usual and opens nothing.
 * @param onTab called when it opens in a new tab
 * @returns handlers for the element; none without an address
 */
export const usePress = (href: string | undefined, onOpen: () => void, onTab?: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  if (href === undefined) return {};
  const openTab = () => {
    window.open(href, '_blank', 'noopener');
    onTab?.();
  };
  return {
    onClick: (event: MouseEvent) => {
      clearTimeout(timer.current);
      if (isOnControl(event) || event.shiftKey || event.altKey) return;
      if (event.ctrlKey || event.metaKey) {
        event.stopPropagation();
        openTab();
        return;
      }
      if (event.detail > 1 || marksWords()) return;
      const { pointerType } = event.nativeEvent as PointerEvent;
      // touch selects words with a long press, and assistive technology does not double-click
      if (event.detail === 0 || pointerType === 'touch') onOpen();
      else timer.current = setTimeout(() => !marksWords() && onOpen(), DOUBLE);
    },
    onMouseDown: (event: MouseEvent) => {
      // prevents autoscroll in some browsers
      if (event.button === MIDDLE && !isOnControl(event)) event.preventDefault();
    },
    onAuxClick: (event: MouseEvent) => {
      if (event.button === MIDDLE && !isOnControl(event)) openTab();
    },
  };
};
