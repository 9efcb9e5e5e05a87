/** The fields of something read from outside; of what has none, none. */
export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** What outlives the tab, or what goes with it. */
type Area = 'localStorage' | 'sessionStorage';

/** Values that the storage refused, by area and name. They last as long as the page, and hide older stored values. */
const refused = new Map<string, string | null>();
const slot = (area: Area, name: string) => `${area}/${name}`;

/** Drops the refused values: of one name after another tab has stored it, or all of them. */
export const forgetRefused = (name?: string): void => {
  if (name === undefined) refused.clear();
  else refused.delete(slot('localStorage', name));
};
window.addEventListener('storage', ({ key }) => {
  if (key !== null) forgetRefused(key);
});

/** The value stored under a name, or null. A value that the storage refused counts while the page is open. */
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
 * Stores a text, or removes it with `null`. Where the storage is full or blocked, the value is held in memory instead.
 * @returns whether it was stored, so that it outlives the page
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

/** Names in localStorage that begin so, those held in memory included. */
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
