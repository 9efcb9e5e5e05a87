import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { UPLOAD_LIMITS } from '@social-feed/contracts';
import type { Model } from 'mongoose';
import pLimit, { type LimitFunction } from 'p-limit';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { isDuplicateKey } from '../../platform/db/duplicate-key.js';
import { AppError, serviceUnavailable } from '../../platform/http/errors.js';
import { LruCache } from '../../platform/lru-cache.js';
import { OutboundError } from '../../platform/outbound/outbound-error.js';
import type { Outbound } from '../../platform/outbound/outbound.js';
import type { Platform } from '../../platform/platform.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { DAY, MINUTE, SECOND, later } from '../../platform/time.js';
import { kindOfFile } from './file-kind.js';
import { prepareUpload } from './prepare-upload.js';
import type { RemotePictureRecord } from './remote-picture.model.js';
import type { Encoders } from './encoders.js';

/** Age at which the next reader causes a new fetch. */
const KEPT_FOR = 30 * DAY;
/** Longer than a fetch with its encoding. */
const FETCHED_WITHIN = MINUTE;
const RETRY_AFTER = { failed: 10 * MINUTE, refused: DAY };
/** Concurrent fetches of this process, each with a picture in memory; the others wait. */
const AT_ONCE = 8;
const WAITING_MAX = 200;
const STORED_REMEMBERED = 20_000;
/** How often to look whether another process has fetched it. */
const LOOK_EVERY = SECOND / 4;
const BATCH = 100;
/** Pictures of one sweep; the next sweep continues. */
const ROUNDS_MAX = 100;
const ACCEPT = 'image/avif,image/webp,image/png,image/jpeg,image/gif';
/** The bytes decide, as in browsers: many stores name no type, or one for all files. These are pages for sure. */
const NO_PICTURES: ReadonlySet<string> = new Set(['text/html', 'application/xhtml+xml', 'application/json']);

export interface RemotePicturesDeps extends Pick<Platform, 'now' | 'log'> {
  pictures: Model<RemotePictureRecord>;
  storage: Pick<MediaStorage, 'put' | 'remove'>;
  outbound: Pick<Outbound, 'fetch'>;
  encoders: Encoders;
  /** Folder of files that are being received. */
  incoming: string;
  /** Disk space to leave free, in bytes. */
  keepFreeBytes: number;
}

interface Fetching extends Omit<RemotePicturesDeps, 'pictures'> {
  pictures: Collection<RemotePictureRecord>;
  /** Runs the fetches, some at once. */
  fetches: LimitFunction;
  /** Those that run or wait, by the pictures' ids; each resolves to whether its files are stored. */
  underWay: Map<string, Promise<boolean>>;
  /** Until when the files of pictures are there. */
  stored: LruCache<string, Date>;
}

export type RemotePictures = ReturnType<typeof createRemotePictures>;

/** The folder of a picture's files in the storage. */
export const remoteKey = (id: string): string => `remote/${id}`;

/**
 * Fetches a picture unless it is stored or failed lately.
 * @param id the signature of its address
 * @param signal ends the waiting, not the fetch, for which others may wait
 * @returns whether its files are stored
 * @throws AppError 503 if too many pictures are waiting
 */
async function ensure(own: Fetching, id: string, url: string, signal: AbortSignal): Promise<boolean> {
  const { pictures, fetches, underWay, stored, now } = own;
  const isFresh = (expiresAt: Date | undefined): boolean => expiresAt !== undefined && expiresAt > now();
  for (;;) {
    signal.throwIfAborted();
    if (isFresh(stored.get(id))) return true;
    const found = await pictures.findOne({ _id: id });
    if (isFresh(found?.expiresAt)) {
      stored.set(id, found!.expiresAt!);
      return true;
    }
    if (found?.failed === true && found.retryAt > now()) return false;
    const running = underWay.get(id);
    if (running !== undefined) return running;
    if (fetches.pendingCount >= WAITING_MAX) throw serviceUnavailable(new Error('Too many pictures wait'), 5);
    if (await claim(own, id, url)) return begin(own, id, url);
    await wait(LOOK_EVERY, undefined, { signal });
  }
}

/** Whether this process is to fetch the picture. The unique id makes sure that only one is. */
async function claim({ pictures, now }: Fetching, id: string, url: string): Promise<boolean> {
  const retryAt = later(now(), FETCHED_WITHIN);
  try {
    await pictures.updateOne(
      // another process may have stored it since
      { _id: id, retryAt: { $lte: now() }, expiresAt: { $not: { $gt: now() } } },
      { $set: { url, retryAt, failed: false, sweepAt: later(now(), KEPT_FOR) }, $unset: { expiresAt: 1 } },
      { upsert: true },
    );
    return true;
  } catch (error) {
    if (isDuplicateKey(error)) return false;
    throw error;
  }
}

function begin(own: Fetching, id: string, url: string): Promise<boolean> {
  const { fetches, underWay } = own;
  const fetching = fetches(() => fetchAndKeep(own, id, url)).finally(() => underWay.delete(id));
  underWay.set(id, fetching);
  return fetching;
}

async function fetchAndKeep(own: Fetching, id: string, url: string): Promise<boolean> {
  const { pictures, storage, now, log } = own;
  try {
    for (const { name, source } of await prepared(own, url))
      await storage.put(`${remoteKey(id)}/${name}`, source);
    const expiresAt = later(now(), KEPT_FOR);
    await pictures.updateOne({ _id: id }, { $set: { expiresAt, sweepAt: expiresAt, retryAt: now() } });
    return true;
  } catch (error) {
    const isFinal =
      (error instanceof OutboundError && error.kind === 'refused') ||
      (error instanceof AppError && error.status < 500);
    if (!isFinal && !(error instanceof OutboundError))
      log.warn({ err: error }, 'a picture could not be kept');
    const retryAt = later(now(), RETRY_AFTER[isFinal ? 'refused' : 'failed']);
    await pictures.updateOne({ _id: id }, { $set: { failed: true, retryAt } });
    return false;
  }
}

/** The files of a picture. Runs one encoder at a time for each host, so that none delays the uploads. */
async function prepared({ incoming, keepFreeBytes, outbound, encoders }: Fetching, url: string) {
  await mkdir(incoming, { recursive: true });
  const { bavail, bsize } = await statfs(incoming);
  if (bavail * bsize < keepFreeBytes) throw new Error('The disk of uploads is nearly full');
  const bytesMax = UPLOAD_LIMITS.imageBytes;
  const { body } = await outbound.fetch(url, {
    accept: ACCEPT,
    isWanted: (type) => !NO_PICTURES.has(type),
    bytesMax,
    longer: 'refuse',
  });
  const path = join(incoming, randomBytes(16).toString('hex'));
  try {
    await writeFile(path, body);
    if ((await kindOfFile(path)).kind !== 'picture') throw new OutboundError('refused', 'This is no picture');
    const encode = () => prepareUpload({ path, size: body.length });
    return (await encoders.run(`remote ${new URL(url).hostname}`, encode)).files;
  } finally {
    await rm(path, { force: true });
  }
}

/** Removes pictures that were not fetched again within their time. @returns how many */
async function sweep({ pictures, storage, now }: Fetching, signal?: AbortSignal): Promise<number> {
  const due = { sweepAt: { $lte: now() } };
  let removed = 0;
  for (let rounds = 0; rounds < ROUNDS_MAX; rounds += 1) {
    const found = await pictures.find(due).sort({ sweepAt: 1 }).limit(BATCH).toArray();
    for (const { _id, sweepAt } of found) {
      signal?.throwIfAborted();
      // No call fetches it while its files are removed; a later fetch sets another time.
      const retryAt = later(now(), FETCHED_WITHIN);
      const { matchedCount } = await pictures.updateOne(
        { _id, sweepAt, $or: [{ failed: true }, { retryAt: { $lte: now() } }] },
        { $set: { failed: true, retryAt }, $unset: { expiresAt: 1 } },
      );
      if (matchedCount === 0) continue;
      await storage.remove(remoteKey(_id));
      removed += (await pictures.deleteOne({ _id, sweepAt })).deletedCount;
    }
    if (found.length < BATCH) break;
  }
  return removed;
}

/**
 * Pictures of other sites, fetched for readers, so that those sites do not see who reads. Each is fetched once for all
 * processes, re-encoded like an upload, and kept for 30 days.
 */
export function createRemotePictures(deps: RemotePicturesDeps) {
  const own: Fetching = {
    ...deps,
    pictures: collectionOf(deps.pictures),
    fetches: pLimit(AT_ONCE),
    underWay: new Map(),
    stored: new LruCache(STORED_REMEMBERED),
  };
  return {
    ensure: (id: string, url: string, signal: AbortSignal) => ensure(own, id, url, signal),
    sweep: (signal?: AbortSignal) => sweep(own, signal),
  };
}
