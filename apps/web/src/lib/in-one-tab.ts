/** Runs `act` in one tab of the browser at a time, or in every tab if the browser has no locks. */
export const inOneTab = (name: string, act: () => Promise<void>, signal?: AbortSignal): Promise<void> =>
  'locks' in navigator ? navigator.locks.request(name, signal ? { signal } : {}, act) : act();
