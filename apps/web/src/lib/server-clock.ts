/** A device's clock that is off by less counts as right: answers take time, and their date has whole seconds. */
const TOLERANCE = 30_000;
/** How often ages on the screen go on, in milliseconds. */
const EVERY = 10_000;

let offset = 0;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;

const tell = () => {
  for (const listener of listeners) listener();
};

/** Learns the server's time from the `Date` header of an answer. */
export const noteServerTime = (date: string | null): void => {
  const found = Date.parse(date ?? '') - Date.now();
  if (Number.isNaN(found)) return;
  const next = Math.abs(found) < TOLERANCE ? 0 : found;
  if (Math.abs(next - offset) < TOLERANCE && (next === 0) === (offset === 0)) return;
  offset = next;
  tell();
};

/** The time by the server's clock, in milliseconds since 1970; the device's own until an answer tells. */
export const serverNow = (): number => Date.now() + offset;

/** One timer for all ages; hidden tabs need none. */
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

/** Calls a listener whenever an age may have changed. @returns what ends it */
export const onTime = (listener: () => void): (() => void) => {
  listeners.add(listener);
  keepTime();
  return () => {
    listeners.delete(listener);
    keepTime();
  };
};
