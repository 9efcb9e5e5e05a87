/** Event of the window: a part of the page does not come, although it was asked for more than once. */
export const MISSING_PART = 'missing-part';

const RELOADED = 'reloaded-for-chunks';
/** How Chromium and Firefox, then Safari, word that a script asked for on demand did not come. */
const NOT_LOADED = /dynamically imported module|importing a module script/i;

/** Whether a part of the app did not come: gone since the app was deployed anew, or the network is. */
export const isChunkFailure = (error: unknown): error is Error =>
  error instanceof Error && NOT_LOADED.test(error.message);

const reloadedFor = (): string => sessionStorage.getItem(RELOADED) ?? '';

/**
 * Whether loading the page anew may bring the part: once per part and tab, so that no page reloads forever, and not
 * while offline, where the page would be lost. Never where the browser keeps no note of it.
 */
export const mayReloadFor = (error: unknown): boolean => {
  try {
    return isChunkFailure(error) && navigator.onLine && !reloadedFor().includes(error.message);
  } catch {
    return false;
  }
};

/** Notes that the page is loaded anew for this part. Answers false where the browser refuses the note. */
export const noteReloadFor = (error: Error): boolean => {
  try {
    sessionStorage.setItem(RELOADED, `${reloadedFor()}\n${error.message}`);
    return true;
  } catch {
    return false;
  }
};
