import { isAbort } from './api-error';

type Wait = (ms: number) => Promise<void>;

const timer: Wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** The clock of minimum delays; tests replace it with one that does not wait. */
export const delayClock: { wait: Wait } = { wait: timer };

/** How long a control waits for something that may never end, e.g. the native share sheet, in milliseconds. */
const PATIENCE = 10_000;

/** Resolves when `work` ends, or after a timeout. */
export const endOrPatience = (work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, delayClock.wait(PATIENCE)]);

/**
 * Resolves to the result of `work`, after at least `ms`, so that a loading state does not flash. An abort is not
 * delayed.
 */
export const atLeast = async <T>(ms: number, work: Promise<T>): Promise<T> => {
  const waited = delayClock.wait(ms);
  try {
    const result = await work;
    await waited;
    return result;
  } catch (error) {
    if (!isAbort(error)) await waited;
    throw error;
  }
};
