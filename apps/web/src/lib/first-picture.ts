/** Maximum wait for the first picture, in milliseconds: a server may never respond. */
const LATEST = 10_000;

/**
 * Pending until the page's first picture is loaded; undefined on pages that wait for none. Deferred work, mostly
 * scripts, awaits it so that the first screen gets the network and CPU.
 */
export let firstPicture: Promise<void> | undefined;

/** Call when the first picture has loaded or failed, or the page has none. */
export let noteFirstPicture = (): void => undefined;

/** Starts waiting for a first picture. */
export const expectPicture = (): void => {
  firstPicture = new Promise((resolve) => {
    noteFirstPicture = () => {
      firstPicture = undefined;
      resolve();
    };
    // a page without posts never calls it
    setTimeout(noteFirstPicture, LATEST);
  });
};

/** Loads a part after the first picture. */
export const afterPicture = async <M>(load: () => M | Promise<M>): Promise<M> => {
  await firstPicture;
  return load();
};
