/** Whether nothing has the focus, or only a disabled element. */
export const isLost = (): boolean => {
  const { activeElement, body } = document;
  return activeElement === null || activeElement === body || activeElement.matches(':disabled');
};

/**
 * Moves the focus to another element if the focused one is about to disappear.
 * @param selector selects the new element
 */
export const focusIfLost = (selector: string): void => {
  // the response is rendered in the next task
  setTimeout(() => {
    if (isLost()) document.querySelector<HTMLElement>(selector)?.focus({ preventScroll: true });
  });
};
