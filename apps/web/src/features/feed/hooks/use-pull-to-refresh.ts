import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { mayPull, pullState, PULL_RESET } from '../model/pull';

export interface Pull {
  /** How far the posts have followed the finger, in pixels. */
  offset: number;
  ready: boolean;
  /** Under the finger: moves without transition. */
  active: boolean;
}

const REST: Pull = { offset: 0, ready: false, active: false };

/** Pull to refresh for touch (F §4). */
export const usePullToRefresh = (
  element: RefObject<HTMLElement | null>,
  enabled: boolean,
  onRefresh: () => void,
): Pull => {
  const [pull, setPull] = useState<Pull>(REST);
  const refresh = useEffectEvent(onRefresh);

  useEffect(() => {
    const node = element.current;
    if (!node || !enabled) return;
    let startY: number | undefined;
    let pulling = false;
    let ready = false;
    let timer: ReturnType<typeof setTimeout> | undefined;

    const handleStart = (event: TouchEvent) => {
      startY = event.touches.length === 1 ? event.touches[0]?.clientY : undefined;
      pulling = false;
      ready = false;
    };
    const handleMove = (event: TouchEvent) => {
      const y = event.touches[0]?.clientY;
      if (startY === undefined || y === undefined) return;
      const travel = y - startY;
      if (!pulling && !mayPull(travel, window.scrollY)) {
        if (travel < 0) startY = undefined;
        return;
      }
      pulling = true;
      if (event.cancelable) event.preventDefault();
      const state = pullState(travel);
      ready = state.ready;
      setPull({ ...state, active: true });
    };
    const handleEnd = () => {
      startY = undefined;
      if (!pulling) return;
      pulling = false;
      if (ready) refresh();
      setPull((held) => ({ ...held, active: false }));
      timer = setTimeout(() => setPull(REST), ready ? PULL_RESET : 0);
    };
    node.addEventListener('touchstart', handleStart, { passive: true });
    node.addEventListener('touchmove', handleMove, { passive: false });
    node.addEventListener('touchend', handleEnd);
    node.addEventListener('touchcancel', handleEnd);
    return () => {
      clearTimeout(timer);
      node.removeEventListener('touchstart', handleStart);
      node.removeEventListener('touchmove', handleMove);
      node.removeEventListener('touchend', handleEnd);
      node.removeEventListener('touchcancel', handleEnd);
    };
  }, [element, enabled]);

  return pull;
};
