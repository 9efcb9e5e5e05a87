import type { CreatePostBody } from '@social-feed/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { inOneTab } from '../lib/in-one-tab';
import { asRecord, readStored, readText, writeStored } from '../lib/json';

/** A new post that waits for a connection. Its key is sent with each try, so that it is published once. */
export interface WaitingPost {
  idempotencyKey: string;
  body: CreatePostBody;
}

/** Window event: the list changed in this tab. */
const CHANGED = 'waiting-posts';

const storageKey = (viewerId: string) => `waiting-posts:${viewerId}`;
const isList = (value: unknown): value is WaitingPost[] =>
  Array.isArray(value) && value.every((post) => typeof asRecord(post)['idempotencyKey'] === 'string');

/** A viewer's posts that wait in this browser, oldest first. */
export const waitingPostsOf = (viewerId: string): WaitingPost[] =>
  readStored<WaitingPost[]>(storageKey(viewerId), isList, []);

const store = (viewerId: string, posts: WaitingPost[]): boolean => {
  const stored = writeStored(storageKey(viewerId), posts.length === 0 ? null : posts);
  window.dispatchEvent(new Event(CHANGED));
  return stored;
};

/** Adds a post. @returns false if the browser cannot store it: then it does not wait */
export const addWaitingPost = (viewerId: string, post: WaitingPost): boolean =>
  store(viewerId, [...waitingPostsOf(viewerId), post]);

/** Removes a post. @returns whether it still waited */
export const removeWaitingPost = (viewerId: string, idempotencyKey: string): boolean => {
  const before = waitingPostsOf(viewerId);
  const left = before.filter((post) => post.idempotencyKey !== idempotencyKey);
  store(viewerId, left);
  return left.length < before.length;
};

/** Runs `act` while no tab sends the viewer's waiting posts. */
export const holdingWaitingPosts = (viewerId: string, act: () => Promise<void>): Promise<void> =>
  inOneTab(storageKey(viewerId), act);

const subscribe = (notify: () => void) => {
  window.addEventListener(CHANGED, notify);
  window.addEventListener('storage', notify);
  return () => {
    window.removeEventListener(CHANGED, notify);
    window.removeEventListener('storage', notify);
  };
};

/** A viewer's waiting posts, in sync with other tabs. */
export const useWaitingPosts = (viewerId: string): WaitingPost[] => {
  const text = useSyncExternalStore(subscribe, () => readText(storageKey(viewerId)));
  // eslint-disable-next-line react-hooks/exhaustive-deps -- the list is read again when its text changes
  return useMemo(() => waitingPostsOf(viewerId), [viewerId, text]);
};
