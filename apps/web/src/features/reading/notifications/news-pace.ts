/**
 * First and maximum delay between two fetches for news, in milliseconds. The maximum applies under a burst: short
 * enough for a reader who sees the dot, and for an hour within the rate limit on two devices.
 */
export const PAUSE = 1000;
export const PAUSE_MAX = 4000;

/** Time of the last fetch for news, and the delay before the next one. */
export interface Pace {
  readAt: number;
  pause: number;
}

/** Pace of a page that has not fetched news yet: the first news is fetched immediately. */
export const FRESH: Pace = { readAt: -Infinity, pause: PAUSE };

/** Milliseconds until the next fetch is allowed. */
export const delayOf = ({ readAt, pause }: Pace, now: number): number => Math.max(0, readAt + pause - now);

/** The pace after a fetch: the delay doubles under a burst and resets after a quiet period. */
export const afterRead = ({ readAt, pause }: Pace, now: number): Pace => ({
  readAt: now,
  pause: now - readAt < 2 * pause ? Math.min(2 * pause, PAUSE_MAX) : PAUSE,
});
