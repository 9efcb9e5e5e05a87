/** What the page records about itself, in milliseconds since its start. */
export interface Recorded {
  fcp: number | null;
  lcp: number | null;
  /** When the first post was painted. */
  firstPost: number | null;
  /** When the first picture of a post was shown. */
  firstPicture: number | null;
  /** Start and duration of all tasks over 50 ms. */
  longTasks: { start: number; duration: number }[];
  /** Sum of all layout shifts without recent input. */
  shift: number;
  /** Frame times while `frames` runs, each with the scroll offset. */
  frames: { at: number; y: number }[];
  recordFrames: boolean;
}

/** Runs in the page before its scripts, serialized as text: it cannot use anything from this module. */
export const record = (): void => {
  const noted: Recorded = {
    fcp: null,
    lcp: null,
    firstPost: null,
    firstPicture: null,
    longTasks: [],
    shift: 0,
    frames: [],
    recordFrames: false,
  };
  Object.assign(window, { __recorded: noted });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) note(entry);
    }).observe({ type, buffered: true });
  observe('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') noted.fcp = entry.startTime;
  });
  observe('largest-contentful-paint', (entry) => (noted.lcp = entry.startTime));
  observe('longtask', ({ startTime, duration }) => noted.longTasks.push({ start: startTime, duration }));
  observe('layout-shift', (entry) => {
    const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!hadRecentInput) noted.shift += value;
  });
  const posts = new MutationObserver(() => {
    if (!document.querySelector('article')) return;
    posts.disconnect();
    // the frame after the one that paints it
    requestAnimationFrame(() => requestAnimationFrame(() => (noted.firstPost = performance.now())));
  });
  posts.observe(document, { childList: true, subtree: true });
  const handlePicture = ({ target }: Event) => {
    // avatars are decorative images next to names
    if (
      !(target instanceof HTMLImageElement) ||
      !target.closest('article') ||
      target.closest('[aria-hidden]')
    )
      return;
    noted.firstPicture ??= performance.now();
  };
  document.addEventListener('load', handlePicture, { capture: true });
  performance.setResourceTimingBufferSize(1000);
  const frame = (at: number) => {
    if (noted.recordFrames) noted.frames.push({ at, y: window.scrollY });
    requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
};
