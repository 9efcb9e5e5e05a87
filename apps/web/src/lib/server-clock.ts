/** A smaller clock difference is ignored: responses take time, and their date has whole seconds. */
const TOLERANCE = 30_000;
/** How often displayed ages update, in milliseconds. */
const EVERY = 10_000;

let offset = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tell = () => {
  for (const listener of listeners) listener();
};

/** Reads the server's time from a response's `Date` header. */
export const noteServerTime = (date: string | null): void => {
  const found = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(found)) return;
  const next = Math.abs(found) < TOLERANCE ? 0 : found;
  if (Math.abs(next - offset) < TOLERANCE && (next === 0) === (offset === 0)) return;
  offset = next;
  tell();
};

/** The server's time, in milliseconds since 1970; the device's own until the first response. */
export const serverNow = (): number => Date.now() + offset;

/** The same as a date. */
export const serverDate = (): Date => new Date(serverNow());

/** One timer for all ages; stopped in hidden tabs. */
const keepTime = () => {
  const wanted = listeners.size > 0 && !document.hidden;
  if (wanted) timer ??= setInterval(tell, EVERY);
  else {
    clearInterval(timer);
    timer = undefined;
  }
};
document.addEventListener('visibilitychange', () => {
  keepTime();
  if (!document.hidden) tell();
});

/** Calls a listener whenever ages may have changed. @returns stops it */
export const onTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  keepTime();
  return () => {
    listeners.delete(listener);
    keepTime();
  };
};
