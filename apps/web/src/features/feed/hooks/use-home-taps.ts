import { useCallback, useEffect, useRef, useState } from 'react';
import { createTapReader, SWITCH_LOCK } from '../model/home-taps';
import type { Section } from '../components/home-header';

interface HomeTapsOptions {
  section: Section;
  refreshing: boolean;
  onSwitch: (section: Section) => void;
  onScrollTop: () => void;
  /** Refreshes; with `thenScroll` it goes to the top once the new posts are there. */
  onRefresh: (thenScroll: boolean) => void;
}

/** The tap rules of the header switch (F §2; design §4, Tap rules). */
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
