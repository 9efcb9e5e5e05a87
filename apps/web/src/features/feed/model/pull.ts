/** Numbers of pull to refresh, in pixels of finger travel (F §4, F §9). */
const START = 10;
const TOP_WITHIN = 5;
const RESISTANCE = 2.5;
const THRESHOLD = 80;

/** How long after the release the posts glide back, in milliseconds (F §4). */
export const PULL_RESET = 300;

/** Whether a downward pull may start: more than 10 px, and the container within 5 px of its top. */
export const mayPull = (travel: number, scrollTop: number): boolean =>
  travel > START && scrollTop <= TOP_WITHIN;

/** How far the posts follow, and whether letting go would refresh. */
export const pullState = (travel: number): { offset: number; ready: boolean } => {
  const offset = Math.max(0, travel) / RESISTANCE;
  return { offset: Math.min(offset, THRESHOLD * 1.5), ready: offset >= THRESHOLD };
};
