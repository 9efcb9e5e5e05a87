import { create } from 'zustand';
import { KEPT } from '../../../../worker/kept';
import { asRecord, readStored, writeStored } from '../../../lib/json';

/** A collection kept in this browser for offline reading. */
export interface Kept {
  name: string;
  /** The name of its cache. */
  cache: string;
  posts: number;
  bytes: number;
  /** Pictures that did not fit or could not be fetched. */
  missing: number;
  /** ISO 8601 */
  at: string;
}

interface KeptState {
  /** The user for whom they are kept. */
  viewerId: string | null;
  byId: Readonly<Record<string, Kept>>;
}

/** Key in local storage. */
const NAME = 'kept-collections';
const NONE: KeptState = { viewerId: null, byId: {} };

const isState = (value: unknown): value is KeptState =>
  Object.values(asRecord(asRecord(value)['byId'])).every(
    (one) => typeof asRecord(one)['cache'] === 'string',
  ) && typeof asRecord(value)['viewerId'] === 'string';
const stored = (): KeptState => readStored(NAME, isState, NONE);

/** The collections kept in this browser, in all its tabs. */
export const useKept = create<KeptState>(stored);

window.addEventListener('storage', ({ key }) => {
  if (key === NAME || key === null) useKept.setState(stored(), true);
});

/** A cache may be deleted at any time, also if the browser blocks caches. */
export const dropCache = async (name: string): Promise<void> => {
  try {
    await caches.delete(name);
  } catch {
    // private windows and plain http have no caches
  }
};

/** Removes what a tab left that was closed while it kept a collection. Run it in one tab at a time. */
export const dropUnfinished = async (): Promise<void> => {
  const finished = Object.values(stored().byId).map(({ cache }) => cache);
  const names = await caches.keys().catch(() => []);
  await Promise.all(names.filter((name) => name.startsWith(KEPT) && !finished.includes(name)).map(dropCache));
};

/** Notes a kept collection, or that it is kept no more. @returns false if the browser has no room for the note */
export const noteKept = (viewerId: string, id: string, kept: Kept | null): boolean => {
  const held = stored();
  const { [id]: former, ...others } = held.viewerId === viewerId ? held.byId : {};
  const next = { viewerId, byId: kept === null ? others : { ...others, [id]: kept } };
  const isNoted = writeStored(NAME, next);
  if (!isNoted && kept !== null) {
    writeStored(NAME, held);
    return false;
  }
  useKept.setState(next, true);
  if (former && former.cache !== kept?.cache) void dropCache(former.cache);
  return true;
};

/** Removes all kept collections from this browser. */
export const forgetKept = async (): Promise<void> => {
  writeStored(NAME, null);
  useKept.setState(NONE, true);
  try {
    const names = await caches.keys();
    await Promise.all(names.filter((name) => name.startsWith(KEPT)).map(dropCache));
  } catch {
    // as above
  }
};
