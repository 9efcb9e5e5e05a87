import { useEffect, useEffectEvent } from 'react';
import { lineStep, pageStep } from '../../../lib/keys';

/** What uses the arrow keys itself, or lies over the page. */
const BUSY = 'input, textarea, select, video, [contenteditable], [role="menu"], [role="dialog"]';
const OVER = '[role$="dialog"], [role="menu"], dialog[open]';

/** Moves between the cards of the deck with arrows, Page Up and Page Down, Home and End. */
export const useDeckKeys = (index: number, last: number, go: (to: number) => void): void => {
  const handleKey = useEffectEvent((event: KeyboardEvent) => {
    const { target, key } = event;
    if (event.defaultPrevented || document.querySelector(OVER)) return;
    if (target instanceof Element && target.closest(BUSY)) return;
    const { ctrlKey, metaKey, altKey } = event;
    const arrow = lineStep({ key, ctrlKey, metaKey, altKey, currentTarget: document.documentElement });
    // a long text scrolls by pages
    const page = target instanceof Element && target.closest('[data-scrolls]') ? 0 : pageStep(event as never);
    const ends = { Home: 0, End: last }[key];
    if (arrow + page === 0 && (ends === undefined || ctrlKey || metaKey || altKey)) return;
    event.preventDefault();
    go(ends ?? index + arrow + page);
  });
  useEffect(() => {
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
};
