/** How long the first picture is waited for at the latest, in milliseconds: a server may never answer. */
const LATEST = 10_000;

/**
 * Until the page's first picture is there, a promise of it; undefined on pages that wait for none. What is for later,
 * scripts above all, waits for it, so that the first screen has the network and the processor to itself.
 */
export let firstPicture: Promise<void> | undefined;

/** The first picture is there, or fails, or there is none. */
export let noteFirstPicture = (): void => undefined;

/** From now on there is a first picture to wait for. */
export const expectPicture = (): void => {
  firstPicture = new Promise((resolve) => {
    noteFirstPicture = () => {
      firstPicture = undefined;
      resolve();
    };
    // a page without posts notes none
    setTimeout(noteFirstPicture, LATEST);
  });
};

/** Loads a part once the first picture is there. */
export const afterPicture = async <M>(load: () => Promise<M>): Promise<M> => {
  await firstPicture;
  return load();
};
