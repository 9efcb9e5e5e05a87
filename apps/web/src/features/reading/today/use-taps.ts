import { useEffect, useRef, type MouseEvent } from 'react';

/** How long a tap waits for a second one, in milliseconds. */
const DOUBLE = 300;

/** A click on a control of the card, other than the picture. */
const isOnControl = (target: Element): boolean =>
  target.closest('a, button, input, label, video') !== null && target.closest('[data-picture] a') === null;

const isOnPicture = (target: Element): boolean => target.closest('[data-picture]') !== null;

/**
 * Tells a tap from a double tap; the link of the picture waits for a second tap as well, except for keys. With a mouse, a
 * double click on text selects a word as usual.
 * @returns handlers for the card
 */
export const useTaps = (onTap: (target: Element) => void, onDouble: () => void) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const isTap = ({ target, detail, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
    target instanceof Element &&
    detail > 0 &&
    !(ctrlKey || metaKey || shiftKey || altKey) &&
    !isOnControl(target);
  return {
    onClickCapture: (event: MouseEvent) => {
      if (isTap(event)) event.preventDefault();
    },
    onClick: (event: MouseEvent) => {
      const { target, detail, nativeEvent } = event;
      if (!isTap(event) || !(target instanceof Element)) return;
      const isSecond = timer.current !== undefined;
      clearTimeout(timer.current);
      timer.current = undefined;
      const selects = (nativeEvent as PointerEvent).pointerType === 'mouse' && !isOnPicture(target);
      if (selects && (detail > 1 || getSelection()?.isCollapsed === false)) return;
      if (isSecond) onDouble();
      else
        timer.current = setTimeout(() => {
          timer.current = undefined;
          onTap(target);
        }, DOUBLE);
    },
  };
};
