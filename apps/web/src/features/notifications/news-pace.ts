/** The pause between two reads of the list for news, and the longest one under a burst. Milliseconds. */
export const PAUSE = 2000;
export const PAUSE_MAX = 30_000;

/** When the list was last read for news, and how long the next read waits after it. */
export interface Pace {
  readAt: number;
  pause: number;
}

/** The pace of a page that has read nothing for news yet: its first news is read at once. */
export const FRESH: Pace = { readAt: -Infinity, pause: PAUSE };

/** Milliseconds until news may be read. */
export const delayOf = ({ readAt, pause }: Pace, now: number): number => Math.max(0, readAt + pause - now);

/** The pace after a read: the pause doubles while news keeps coming, and is short again after a quiet time. */
export const afterRead = ({ readAt, pause }: Pace, now: number): Pace => ({
  readAt: now,
  pause: now - readAt < 2 * pause ? Math.min(2 * pause, PAUSE_MAX) : PAUSE,
});
