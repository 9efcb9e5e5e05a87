/** Whether nothing on the page has the focus, or only what browsers take it from. */
export const isLost = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(':disabled');
};

/**
 * When what had the focus goes away now, and the focus with it, the focus moves to what comes instead.
 * @param selector finds it
 */
export const focusIfLost = (selector: string): void => {
  // what an answer changes is drawn in the next turn
  setTimeout(() => {
    if (isLost()) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
};
