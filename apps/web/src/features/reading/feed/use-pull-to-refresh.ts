import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import { afterPicture } from '../../../lib/first-picture';
import type { Pull } from './pull-gesture';

const REST: Pull = { offset: 0, ready: false, active: false };

/** Whether the device has touch. */
const hasTouch = () => 'ontouchstart' in window || navigator.maxTouchPoints > 0;

/**
 * Pull to refresh for touch (F §4).
 * @param mounted whether the element is in the document
 */
export const usePullToRefresh = (
  element: RefObject<HTMLElement | null>,
  mounted: boolean,
  enabled: boolean,
  onRefresh: () => void,
): Pull => {
  const [pull, setPull] = useState<Pull>(REST);
  const isEnabled = useEffectEvent(() => enabled);
  const refresh = useEffectEvent(onRefresh);

  useEffect(() => {
    const node = element.current;
    if (!mounted || !node || !hasTouch()) return;
    let stop: (() => void) | undefined;
    let isLeft = false;
    void afterPicture(() => import('./pull-gesture')).then(
      ({ listenForPull }) => {
        if (!isLeft) stop = listenForPull(node, { isEnabled, onPull: setPull, onRefresh: refresh });
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
      stop?.();
      setPull(REST);
    };
  }, [element, mounted]);

  return pull;
};
