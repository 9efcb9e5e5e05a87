/** What the page notes about itself, in milliseconds since its start. */
export interface Recorded {
  fcp: number | null;
  lcp: number | null;
  /** When the first post was drawn. */
  firstPost: number | null;
  /** When the first picture of a post was there. */
  firstPicture: number | null;
  /** Durations of all tasks over 50 ms, with their starts. */
  longTasks: { start: number; duration: number }[];
  /** Every layout shift without recent input, summed up. */
  shift: number;
  /** Times of the frames while `frames` runs, with the scroll offset of each. */
  frames: { at: number; y: number }[];
  recordFrames: boolean;
}

/** Runs in the page before anything of its own, as text: it can use nothing from here. */
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
    // the frame after the one that it is drawn in
    requestAnimationFrame(() => requestAnimationFrame(() => (noted.firstPost = performance.now())));
  });
  posts.observe(document, { childList: true, subtree: true });
  const handlePicture = ({ target }: Event) => {
    // pictures of people are decoration beside their names
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
