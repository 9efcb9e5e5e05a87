import { useLayoutEffect } from 'react';

/**
 * When what uses it goes away, and the focus with it, the focus moves to what came instead.
 * @param selector finds it
 */
export const useFocusAfter = (selector: string): void =>
  useLayoutEffect(
    () => () =>
      // only after this commit is it there
      queueMicrotask(() => {
        if (document.activeElement === document.body)
          document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
      }),
    [selector],
  );
