import { useEffect, useRef, useState, type RefCallback } from 'react';

interface SentinelOptions {
  /** False while there is nothing to load, a load runs, or one failed. */
  enabled: boolean;
  onReach: () => void;
  /** Changes with every load that came back: one quick enough shows in nothing else. */
  loads: number;
  /** How far below the screen counts as reached, in pixels. */
  margin: number;
  /** Pause between two loads, in milliseconds. */
  cooldown?: number;
  /** How long the end must be near, in milliseconds. */
  delay?: number;
}

/**
 * Calls `onReach` while the end of a list is near, at most one load after the other and `cooldown` apart. It goes on
 * by itself when a short or empty page leaves the end in sight.
 */
export const useSentinel = (options: SentinelOptions): RefCallback<HTMLElement> => {
  const { enabled, onReach, loads, margin, cooldown = 0, delay = 0 } = options;
  const [element, setElement] = useState<HTMLElement | null>(null);
  const [near, setNear] = useState(false);
  const lastReach = useRef(Number.NEGATIVE_INFINITY);
  const reach = useRef(onReach);
  useEffect(() => {
    reach.current = onReach;
  });

  useEffect(() => {
    if (!element || typeof IntersectionObserver === 'undefined') return;
    const observer = new IntersectionObserver((entries) => setNear(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `${margin}px 0px`,
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [element, margin]);

  useEffect(() => {
    if (!enabled || !near) return;
    const wait = Math.max(delay, cooldown - (performance.now() - lastReach.current));
    const timer = setTimeout(() => {
      lastReach.current = performance.now();
      reach.current();
    }, wait);
    return () => clearTimeout(timer);
  }, [enabled, near, cooldown, delay, loads]);

  return setElement;
};
