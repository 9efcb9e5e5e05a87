/** The fields of something read from outside; of what has none, none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** A JSON value of local storage, or `fallback` when it is absent, malformed or not to be read. */
export const readLocal = <T>(key: string, accept: (value: unknown) => value is T, fallback: T): T => {
  try {
    const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
};

/** Writes a JSON value, or takes it away with `null`; a full or refused storage is no reason to fail what the person does. */
export const writeLocal = (key: string, value: unknown): void => {
  try {
    if (value === null) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify(value));
  } catch {
    // kept in memory by the caller for as long as the tab lives
  }
};
