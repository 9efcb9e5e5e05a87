import type { CreatePostBody } from '@social-feed/contracts';
import { inOneTab } from '../lib/in-one-tab';
import { asRecord, readStored } from '../lib/json';
import { keepStored, useStored } from '../lib/use-stored';

/** A new post that waits for a connection. Its key is sent with each try, so that it is published once. */
export interface WaitingPost {
  idempotencyKey: string;
  body: CreatePostBody;
}

const storageKey = (viewerId: string) => `waiting-posts:${viewerId}`;
const isList = (value: unknown): value is WaitingPost[] =>
  Array.isArray(value) && value.every((post) => typeof asRecord(post)['idempotencyKey'] === 'string');

const NONE: WaitingPost[] = [];

/** A viewer's posts that wait in this browser, oldest first. */
export const waitingPostsOf = (viewerId: string): WaitingPost[] =>
  readStored(storageKey(viewerId), isList, NONE);

const store = (viewerId: string, posts: WaitingPost[]): boolean =>
  keepStored(storageKey(viewerId), posts.length === 0 ? null : posts);

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

/** A viewer's waiting posts, in sync with other tabs. */
export const useWaitingPosts = (viewerId: string): WaitingPost[] =>
  useStored(storageKey(viewerId), isList, NONE);
