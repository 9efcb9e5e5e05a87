import { imageAtWidth, type AnswerOf, type Post } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { KEPT, keptPicture } from '../../../../worker/kept';
import { PICTURE } from '../../../../worker/requests';
import { newIdempotencyKey } from '../../../cache/run-mutation';
import { env } from '../../../config/env';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { delayClock } from '../../../lib/at-least';
import { inOneTab } from '../../../lib/in-one-tab';
import { serverDate } from '../../../lib/server-clock';
import { savesData, usePreferences } from '../../../lib/preferences';
import { dropCache, dropUnfinished, noteKept, useKept } from './kept-store';

/** All kept collections together take at most this many bytes, and at most half of what the browser has left. */
const BYTES_MAX = 200 * 1024 * 1024;
/** Posts of a call. */
const PAGE_SIZE = 50;
/** Comments kept of each post. */
const COMMENTS = 20;
/** How long to wait for the service worker, in milliseconds. */
const INSTALLED_WITHIN = 10_000;
/** How long to wait for a picture, in milliseconds. */
const PICTURE_WITHIN = 20_000;
/** Posts fetched at the same time. */
const AT_ONCE = 3;

export interface Progress {
  done: number;
  of: number;
  bytes: number;
}

type Answer = AnswerOf<Calls['getCollection']>;

/** Why a collection was not kept; `no-worker` if the browser does not read offline at all. */
export class NotKept extends Error {
  constructor(readonly reason: 'full' | 'lost' | 'no-worker' | 'failed') {
    super(reason);
  }
}

const addressOf = (path: string): string => new URL(`${env.apiUrl}${path}`, window.location.href).href;

/** The bytes that may still be used. */
const roomLeft = async (id: string): Promise<number> => {
  const estimate: StorageEstimate = await navigator.storage.estimate().catch(() => ({}));
  const { quota = Infinity, usage = 0 } = estimate;
  const others = Object.entries(useKept.getState().byId).filter(([key]) => key !== id);
  const used = others.reduce((sum, [, { bytes }]) => sum + bytes, 0);
  return Math.min(BYTES_MAX - used, (quota - usage) / 2);
};

const readAll = async (id: string, signal: AbortSignal): Promise<Answer> => {
  const posts: Post[] = [];
  for (let cursor: string | null | undefined = ''; ;) {
    const options = { params: { collectionId: id }, query: { limit: PAGE_SIZE, cursor }, signal };
    const answer: Answer = await api.call('getCollection', options);
    posts.push(...answer.data);
    cursor = answer.nextCursor;
    if (!cursor) return { ...answer, data: posts, nextCursor: null };
  }
};

/** The first comments, as a list that ends there. Comments that cannot be read are left out. */
const readComments = async ({ _id: postId, commentsCount }: Post, signal: AbortSignal) => {
  const none = {
    success: true,
    data: [],
    pagination: { currentPage: 1, hasNextPage: false, totalComments: 0 },
  };
  if (commentsCount === 0) return none;
  try {
    const answer = await api.call('listComments', { params: { postId }, query: { limit: COMMENTS }, signal });
    return { ...answer, pagination: { ...answer.pagination, hasNextPage: false } };
  } catch (error) {
    if (error instanceof ApiError && error.status > 0) return none;
    throw error;
  }
};

/** The pictures of a post: its own, the still frames of clips and animations, and the author's. */
const picturesOf = ({ media, user }: Post): string[] => {
  const width = savesData(usePreferences.getState()) ? 640 : 1280;
  const shown = media.flatMap(({ kind, url, poster }) => [
    ...(kind === 'image' ? [url] : []),
    ...(poster ? [poster] : []),
  ]);
  const all = [...shown.map((url) => imageAtWidth(url, width)), imageAtWidth(user.profilepic, 320)];
  // the worker keeps no pictures of other sites either
  return all.filter((url) => url !== '' && PICTURE.test(new URL(url, window.location.href).pathname));
};

/** Fetches a picture as the worker does; `undefined` if it cannot be had. */
const fetchPicture = async (address: string, signal: AbortSignal) => {
  try {
    const response = await fetch(address, {
      // other sites must allow reading it
      mode: 'cors',
      credentials: 'omit',
      signal: AbortSignal.any([signal, AbortSignal.timeout(PICTURE_WITHIN)]),
    });
    if (!response.ok) return undefined;
    return { body: await response.arrayBuffer(), type: response.headers.get('Content-Type') ?? '' };
  } catch (error) {
    signal.throwIfAborted();
    if (!navigator.onLine) throw error;
    return undefined;
  }
};

/** What one run keeps. */
const createRun = (cache: Cache, room: number, signal: AbortSignal) => {
  const seen = new Set<string>();
  const run = { bytes: 0, missing: 0 };

  const put = async (address: string, body: BufferSource, type: string): Promise<void> => {
    await cache.put(address, new Response(body, { headers: { 'Content-Type': type } }));
    run.bytes += body.byteLength;
  };
  const putJson = (path: string, answer: object): Promise<void> =>
    put(addressOf(path), new TextEncoder().encode(JSON.stringify(answer)), 'application/json');

  const putPicture = async (url: string): Promise<void> => {
    const address = new URL(url, window.location.href).href;
    if (seen.has(address)) return;
    seen.add(address);
    const picture = await fetchPicture(address, signal);
    if (picture === undefined || run.bytes + picture.body.byteLength > room) run.missing += 1;
    else await put(keptPicture(address), picture.body, picture.type);
  };

  const putPost = async (post: Post): Promise<void> => {
    await putJson(`/posts/${post._id}`, { success: true, data: post });
    await putJson(`/comments/post/${post._id}`, await readComments(post, signal));
    for (const url of picturesOf(post)) await putPicture(url);
  };
  return { run, putJson, putPost };
};

const reasonOf = (error: unknown): NotKept => {
  if (error instanceof NotKept) return error;
  if (error instanceof DOMException && error.name === 'QuotaExceededError') return new NotKept('full');
  const isLost = error instanceof ApiError ? error.status === 0 : error instanceof TypeError;
  return new NotKept(isLost ? 'lost' : 'failed');
};

/** Whether a service worker reads what is kept. It may still be installing on the first visit. */
const hasWorker = async (): Promise<boolean> => {
  if (!('caches' in window) || !('serviceWorker' in navigator)) return false;
  const { controller, ready } = navigator.serviceWorker;
  if (controller) return true;
  return Promise.race([ready.then(() => true), delayClock.wait(INSTALLED_WITHIN).then(() => false)]);
};

interface KeepOptions {
  viewerId: string;
  signal: AbortSignal;
  onProgress: (progress: Progress) => void;
}

/**
 * Keeps a collection in this browser: its posts, their first comments and their pictures, as far as they fit. A kept
 * one is replaced only after everything was fetched. One tab keeps at a time. Throws `NotKept`, or an AbortError; then
 * nothing has changed.
 */
export const keepCollection = async (id: string, options: KeepOptions): Promise<void> => {
  if (!(await hasWorker())) throw new NotKept('no-worker');
  await inOneTab('kept-collections', () => keep(id, options), options.signal);
};

const keep = async (id: string, { viewerId, signal, onProgress }: KeepOptions): Promise<void> => {
  await dropUnfinished();
  const at = serverDate();
  const name = `${KEPT}${id}-${newIdempotencyKey()}`;
  try {
    const collection = await readAll(id, signal);
    const { data } = collection;
    const { run, putJson, putPost } = createRun(await caches.open(name), await roomLeft(id), signal);
    const waiting = [...data];
    let done = 0;
    const work = async (): Promise<void> => {
      for (let post = waiting.shift(); post; post = waiting.shift()) {
        onProgress({ done, of: data.length, bytes: run.bytes });
        await putPost(post);
        signal.throwIfAborted();
        done += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await putJson(`/collections/${id}`, collection);
    const kept = {
      name: collection.collection.name,
      cache: name,
      posts: data.length,
      ...run,
      at: at.toISOString(),
    };
    if (!noteKept(viewerId, id, kept)) throw new NotKept('full');
  } catch (error) {
    await dropCache(name);
    signal.throwIfAborted();
    throw reasonOf(error);
  }
};

/** The kept copy of a collection, if there is one. */
export const readKept = async (id: string): Promise<Answer | undefined> => {
  const kept = useKept.getState().byId[id];
  if (!kept || !('caches' in window)) return undefined;
  try {
    const found = await caches.match(addressOf(`/collections/${id}`), { cacheName: kept.cache });
    return (await found?.json()) as Answer | undefined;
  } catch {
    return undefined;
  }
};
