/** Longest wait for the app's own page, in milliseconds. */
const LATEST = 10_000;

/** Whether the page arrived with posts that the web server has drawn, and they are on the screen. */
export const isDrawn = (): boolean =>
  document.getElementById('drawn') !== null && document.documentElement.dataset['plain'] === undefined;

/** The place in its list of the last post that the page arrived with and that is on the screen; 0 if there is none. */
export const drawnPosts = (): number =>
  isDrawn()
    ? Number([...document.querySelectorAll('#drawn [aria-posinset]')].at(-1)?.getAttribute('aria-posinset'))
    : 0;

/**
 * How many posts of a list the web server draws, and how many for readers without script; set by app/drawn/draw-page.tsx.
 */
export const toDraw = { posts: 0, rest: 0 };

/** The navigation of narrow screens. */
const BAR = '[data-bottom-bar]';

/** What a control is: its place, its name, whether it opens or closes, and where it leads. */
const keyOf = (control: Element): string => {
  const place = control.closest<HTMLElement>(`article,main,${BAR}`);
  const name = control.getAttribute('aria-label') ?? control.textContent;
  return `${place?.localName} ${place?.dataset['postId']} ${name} ${control.getAttribute('aria-expanded')} ${control.getAttribute('href')}`;
};

/**
 * Replaces what the web server has drawn by the app, once the app shows a page in `root` that waits for nothing. Until
 * then the style sheet hides the app. The first picture is decoded before, so that it does not flicker. The focus moves
 * to the same control of the app, and the last button pressed until then is pressed there; links work without the app.
 */
export const replaceDrawn = (root: HTMLElement): void => {
  const drawn = document.getElementById('drawn');
  if (!drawn) return;
  if (!isDrawn()) {
    drawn.remove();
    return;
  }
  const replace = () => {
    if (!drawn.isConnected) return;
    const own = [...root.querySelectorAll<HTMLElement>('a,button')];
    const [focused, pressed] = [drawn.querySelector(':focus'), window.earlyCalls?.pressed].map(
      (control) => control && own.find((each) => keyOf(each) === keyOf(control)),
    );
    drawn.remove();
    focused?.focus({ preventScroll: true });
    pressed?.click();
  };
  const observer = new MutationObserver(() => {
    if (!root.querySelector('main') || root.querySelector('.animate-spin')) return;
    // a list may wait for what hides posts
    if (drawn.querySelector('article') && !root.querySelector('article')) return;
    // the bar may load later, and would be gone until then
    if (drawn.querySelector(BAR)?.checkVisibility() && !root.querySelector(BAR)) return;
    observer.disconnect();
    // what stands above the posts may be drawn after them
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        const picture = root.querySelector<HTMLImageElement>('article img[fetchpriority="high"]');
        if (picture?.complete) picture.decode().then(replace, replace);
        else replace();
      }),
    );
  });
  observer.observe(root, { childList: true, subtree: true });
  setTimeout(replace, LATEST);
};
