/** Longest wait for the app's own page, in milliseconds. */
const LATEST = 10_000;

/** Whether the page arrived with posts that the web server has drawn, and they are on the screen. */
export const isDrawn = (): boolean =>
  document.getElementById('drawn') !== null && document.documentElement.dataset['plain'] === undefined;

/**
 * Replaces what the web server has drawn by the app, once the app shows a page in `root` that waits for nothing. Until
 * then the style sheet hides the app. The first picture is decoded before, so that it does not flicker.
 */
export const replaceDrawn = (root: HTMLElement): void => {
  const drawn = document.getElementById('drawn');
  if (!drawn) return;
  let done = !isDrawn();
  const replace = () => {
    drawn.remove();
    clearTimeout(timer);
  };
  const timer = setTimeout(replace, LATEST);
  const observer = new MutationObserver(() => {
    if (!done && root.querySelector('main') && !root.querySelector('.animate-spin')) finish();
  });
  const finish = () => {
    done = true;
    observer.disconnect();
    const picture = root.querySelector<HTMLImageElement>('article img[fetchpriority="high"]');
    if (picture?.complete) picture.decode().then(replace, replace);
    else replace();
  };
  if (done) replace();
  else observer.observe(root, { childList: true, subtree: true });
};
