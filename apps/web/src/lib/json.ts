/** The fields of something read from outside; of what has none, none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What outlives the tab, or what goes with it. */
type Area = 'localStorage' | 'sessionStorage';

/** What this browser keeps under a name; null for nothing, and where it may not be read. */
export const readText = (name: string, area: Area = 'localStorage'): string | null => {
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
};

/**
 * Keeps a text in this browser, or takes it away with `null`. A full or refused storage is no reason to fail what the
 * person does: answers whether it was kept.
 */
export const writeText = (name: string, text: string | null, area: Area = 'localStorage'): boolean => {
  try {
    if (text === null) window[area].removeItem(name);
    else window[area].setItem(name, text);
    return true;
  } catch {
    return false;
  }
};

/** A JSON value that this browser keeps, or `fallback` when it is absent or not what is wanted. */
export const readStored = <T>(
  name: string,
  accept: (value: unknown) => value is T,
  fallback: T,
  area?: Area,
): T => {
  try {
    const value: unknown = JSON.parse(readText(name, area) ?? 'null');
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
};

/** Keeps a JSON value as `writeText` does. */
export const writeStored = (name: string, value: unknown, area?: Area): boolean =>
  writeText(name, value === null ? null : JSON.stringify(value), area);
