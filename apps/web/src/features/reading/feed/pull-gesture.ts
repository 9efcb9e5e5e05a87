import { isEnlarged } from '../../../lib/enlarged';

/** Thresholds of pull to refresh, in pixels of finger travel (F §4, F §9). */
const START = 10;
const TOP_WITHIN = 5;
const RESISTANCE = 2.5;
const THRESHOLD = 80;

/** Duration of the reset after the release, in milliseconds (F §4). */
const PULL_RESET = 300;

/** Whether a downward pull may start: more than 10 px, and the container within 5 px of its top. */
export const mayPull = (travel: number, scrollTop: number): boolean =>
  travel > START && scrollTop <= TOP_WITHIN;

/** How far the posts move, and whether releasing would refresh. */
export const pullState = (travel: number): { offset: number; ready: boolean } => {
  const offset = Math.max(0, travel) / RESISTANCE;
  return { offset: Math.min(offset, THRESHOLD * 1.5), ready: offset >= THRESHOLD };
};

export interface Pull {
  /** How far the posts have moved, in pixels. */
  offset: number;
  ready: boolean;
  /** Whether a finger is down; the posts then move without a transition. */
  active: boolean;
}

export const REST: Pull = { offset: 0, ready: false, active: false };

interface PullListener {
  /** Checked on touch start. */
  isEnabled: () => boolean;
  onPull: (pull: Pull) => void;
  onRefresh: () => void;
}

/** Detects pull to refresh from touches on `node` (F §4). Returns a function that removes the listeners. */
export const listenForPull = (node: HTMLElement, listener: PullListener): (() => void) => {
  let start: { x: number; y: number } | undefined;
  let pull = REST;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const show = (next: Pull) => {
    pull = next;
    listener.onPull(next);
  };

  const handleStart = (event: TouchEvent) => {
    // on an enlarged page a finger moves what is seen of it
    const free = event.touches.length === 1 && !isEnlarged() && listener.isEnabled();
    const finger = free ? event.touches[0] : undefined;
    start = finger && { x: finger.clientX, y: finger.clientY };
  };
  const handleMove = (event: TouchEvent) => {
    const finger = event.touches[0];
    if (!start || !finger) return;
    const travel = finger.clientY - start.y;
    const aside = Math.abs(finger.clientX - start.x);
    // the first direction decides: sideways moves a carousel
    if (!pull.active && (aside > Math.max(START, travel) || travel < 0)) start = undefined;
    if (!pull.active && (!start || !mayPull(travel, window.scrollY))) return;
    clearTimeout(timer);
    if (event.cancelable) event.preventDefault();
    show({ ...pullState(travel), active: true });
  };
  const handleEnd = (event: TouchEvent) => {
    start = undefined;
    if (!pull.active) return;
    const refreshes = pull.ready && event.type === 'touchend';
    show({ ...pull, active: false, ready: refreshes });
    if (refreshes) listener.onRefresh();
    timer = setTimeout(() => show(REST), refreshes ? PULL_RESET : 0);
  };
  // The browser's own pull to refresh would reload the page.
  const page = document.documentElement.style;
  const former = page.overscrollBehaviorY;
  page.overscrollBehaviorY = 'contain';
  node.addEventListener('touchstart', handleStart, { passive: true });
  node.addEventListener('touchmove', handleMove, { passive: false });
  node.addEventListener('touchend', handleEnd);
  node.addEventListener('touchcancel', handleEnd);
  return () => {
    clearTimeout(timer);
    page.overscrollBehaviorY = former;
    node.removeEventListener('touchstart', handleStart);
    node.removeEventListener('touchmove', handleMove);
    node.removeEventListener('touchend', handleEnd);
    node.removeEventListener('touchcancel', handleEnd);
  };
};
