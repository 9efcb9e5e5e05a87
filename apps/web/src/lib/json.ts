/** The fields of an external value; an empty object if it has none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** Persistent storage, or storage of this tab only. */
type Area = 'localStorage' | 'sessionStorage';

/**
 * Values that storage refused, by area and name. They last until the page is reloaded, and override older stored
 * values.
 */
const refused = new Map<string, string | null>();
const slot = (area: Area, name: string) => `${area}/${name}`;

/** Drops refused values: one name after another tab has stored it, or all. */
export const forgetRefused = (name?: string): void => {
  if (name === undefined) refused.clear();
  else refused.delete(slot('localStorage', name));
};
window.addEventListener('storage', ({ key }) => {
  if (key !== null) forgetRefused(key);
});

/** Returns the stored value or null. A value that storage refused counts until the page is reloaded. */
export const readText = (name: string, area: Area = 'localStorage'): string | null => {
  const held = refused.get(slot(area, name));
  if (held !== undefined) return held;
  try {
    return window[area].getItem(name);
  } catch {
    return null;
  }
};

/**
 * Stores a text, or removes it with `null`. If storage is full or blocked, keeps the value in memory.
 * @returns whether it was stored persistently
 */
export const writeText = (name: string, text: string | null, area: Area = 'localStorage'): boolean => {
  try {
    if (text === null) window[area].removeItem(name);
    else window[area].setItem(name, text);
    refused.delete(slot(area, name));
    return true;
  } catch {
    refused.set(slot(area, name), text);
    return false;
  }
};

/** Names in localStorage with this prefix, including those held in memory. */
export const namesStored = (beginning: string): string[] => {
  const held = [...refused].flatMap(([at, text]) =>
    text !== null && at.startsWith(slot('localStorage', beginning)) ? [at.slice('localStorage/'.length)] : [],
  );
  try {
    const stored = Object.keys(localStorage).filter((name) => name.startsWith(beginning));
    return [...new Set([...stored, ...held])];
  } catch {
    return held;
  }
};

/** Returns a JSON value, or `fallback` if it is missing or invalid. */
export const parseStored = <T>(
  text: string | null,
  accept: (value: unknown) => value is T,
  fallback: T,
): T => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return accept(value) ? value : fallback;
  } catch {
    return fallback;
  }
};

/** Returns a stored JSON value, or `fallback` if it is missing or invalid. */
export const readStored = <T>(
  name: string,
  accept: (value: unknown) => value is T,
  fallback: T,
  area?: Area,
): T => parseStored(readText(name, area), accept, fallback);

/** Stores a JSON value with `writeText`. */
export const writeStored = (name: string, value: unknown, area?: Area): boolean =>
  writeText(name, value === null ? null : JSON.stringify(value), area);
