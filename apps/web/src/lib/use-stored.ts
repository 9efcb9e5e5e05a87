import { useMemo, useSyncExternalStore } from 'react';
import { parseStored, readText, writeStored } from './json';

/** Window event: a value was stored in this tab. */
const STORED = 'stored';

/**
 * Stores a JSON value, or removes it with `null`, and shows it.
 * @returns whether it was stored persistently
 */
export const keepStored = (name: string, value: unknown): boolean => {
  const stored = writeStored(name, value);
  window.dispatchEvent(new Event(STORED));
  return stored;
};

const subscribe = (notify: () => void) => {
  window.addEventListener(STORED, notify);
  window.addEventListener('storage', notify);
  return () => {
    window.removeEventListener(STORED, notify);
    window.removeEventListener('storage', notify);
  };
};

/** A stored JSON value, or `fallback` if it is missing or invalid, in sync with other tabs. */
export const useStored = <T>(name: string, accept: (value: unknown) => value is T, fallback: T): T => {
  const read = () => readText(name);
  const text = useSyncExternalStore(subscribe, read, read);
  return useMemo(() => parseStored(text, accept, fallback), [text, accept, fallback]);
};
