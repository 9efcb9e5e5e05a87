/** Lets so many tasks run at once; the others wait in order. */
export interface UploadSlots {
  /** Runs a task when it is its turn; one that is given up while it waits never runs and rejects with AbortError. */
  run: <T>(task: () => Promise<T>, signal: AbortSignal) => Promise<T>;
}

/** @param size how many tasks run at once */
export const createUploadSlots = (size: number): UploadSlots => {
  let free = size;
  const waiting: (() => void)[] = [];
  const release = (): void => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };
  const enter = (signal: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const giveUp = () => {
        waiting.splice(waiting.indexOf(start), 1);
        reject(new DOMException('The upload was given up', 'AbortError'));
      };
      const start = () => {
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      if (signal.aborted) {
        reject(new DOMException('The upload was given up', 'AbortError'));
      } else if (free > 0) {
        free -= 1;
        resolve();
      } else {
        waiting.push(start);
        signal.addEventListener('abort', giveUp, { once: true });
      }
    });
  return {
    run: async (task, signal) => {
      await enter(signal);
      try {
        return await task();
      } finally {
        release();
      }
    },
  };
};
