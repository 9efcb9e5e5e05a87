/** Lets through a fixed number of pieces of work at a time; the others wait in the order in which they came. */
export function turnstile(places: number): <T>(run: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let taken = 0;
  const waiting: (() => void)[] = [];
  return async (run, signal) => {
    if (taken < places) taken += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      signal?.throwIfAborted();
      return await run();
    } finally {
      const next = waiting.shift();
      if (next === undefined) taken -= 1;
      else next();
    }
  };
}
