import { useCallback, useEffect, useRef, useState } from 'react';
import type { Section } from './home-header';

/** Action of a tap on Home while the home section is shown (F §2). */
export type TapAnswer = 'scroll-top' | 'refresh' | 'refresh-and-scroll' | 'ignored';

const DOUBLE_TAP = 400;
const WINDOW_SCROLLED = 600;
const WINDOW_AT_TOP = 800;

/** How long switching stays locked after a switch, in milliseconds (F §2). */
const SWITCH_LOCK = 450;

interface Tap {
  /** Timestamp in milliseconds, from any clock. */
  at: number;
  /** Whether the page was scrolled at the time of the tap. */
  scrolled: boolean;
  refreshing: boolean;
}

/** Returns a function that maps each tap to an action. The count restarts after a refresh. */
export const createTapReader = () => {
  let previous: { at: number; scrolled: boolean } | undefined;
  return ({ at, scrolled, refreshing }: Tap): TapAnswer => {
    if (refreshing) return 'ignored';
    const since = previous ? at - previous.at : Number.POSITIVE_INFINITY;
    // The first tap itself scrolls to the top, so its scroll position decides the time window.
    const wasScrolled = previous?.scrolled ?? scrolled;
    if (since <= (wasScrolled ? WINDOW_SCROLLED : WINDOW_AT_TOP)) {
      previous = undefined;
      return since <= DOUBLE_TAP ? 'refresh-and-scroll' : 'refresh';
    }
    previous = { at, scrolled };
    return 'scroll-top';
  };
};

interface HomeTapsOptions {
  section: Section;
  refreshing: boolean;
  onSwitch: (section: Section) => void;
  onScrollTop: () => void;
  /** Refreshes; with `thenScroll`, scrolls to the top once the new posts are loaded. */
  onRefresh: (thenScroll: boolean) => void;
}

/** The tap rules of the header switch (F §2). */
export const useHomeTaps = ({ section, refreshing, onSwitch, onScrollTop, onRefresh }: HomeTapsOptions) => {
  const [read] = useState(createTapReader);
  const [locked, setLocked] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const handleSwitch = useCallback(
    (next: Section) => {
      if (locked || refreshing) return;
      setLocked(true);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => setLocked(false), SWITCH_LOCK);
      onSwitch(next);
    },
    [locked, refreshing, onSwitch],
  );

  const handlePressActive = useCallback(() => {
    if (section !== 'home') return;
    const answer = read({ at: performance.now(), scrolled: window.scrollY > 0, refreshing });
    if (answer === 'scroll-top') onScrollTop();
    else if (answer !== 'ignored') onRefresh(answer === 'refresh-and-scroll');
  }, [section, read, refreshing, onScrollTop, onRefresh]);

  return { handleSwitch, handlePressActive, disabled: refreshing || locked };
};
