/** Lets so many tasks run at once; the others wait in order. */
export interface UploadSlots {
  /** Runs a task when it is its turn; one that was given up by then never runs and rejects with AbortError. */
  run: <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;
}

/** @param size how many tasks run at once */
export const createUploadSlots = (size: number): UploadSlots => {
  let free = size;
  const waiting: (() => void)[] = [];
  return {
    run: async (task, signal) => {
      if (free > 0) free -= 1;
      else await new Promise<void>((start) => waiting.push(start));
      try {
        signal.throwIfAborted();
        return await task();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else free += 1;
      }
    },
  };
};
