import { randomBytes } from 'node:crypto';
import type { Media } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { collectionOf, type Collection } from '../../platform/db/collection-of.js';
import { invalidField } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import type { MediaFileRecord } from './media-file.model.js';
import type { UploadAddresses } from './upload-address.js';

/** How long an unused upload is kept, also after a failed attempt to use it: a draft may be a day old. */
export const UNUSED_FOR = DAY;
/** Longer than any request takes from the hold to its write. */
const HELD_FOR = MINUTE;
/**
 * Uploads in use are checked again after this time: a process may crash after a deletion, before the files are
 * removed.
 */
const LOOK_AGAIN_AFTER = 30 * DAY;

type Files = Collection<MediaFileRecord>;
export type DueUpload = Pick<
  MediaFileRecord,
  '_id' | 'user' | 'checkAt' | 'heldUntil' | 'holders' | 'removingAt'
>;

export interface Hold {
  /** Facts of the uploads, by address. */
  known: Map<string, Media>;
  /** Releases the hold after the write succeeded or failed. Never rejects: a hold expires after a minute. */
  release: () => Promise<void>;
}

/** Checks whether users, boards or posts name an upload. @param url matches the addresses of its files */
export type IsNamed = (
  upload: Pick<MediaFileRecord, '_id' | 'user'>,
  url: { $regex: string },
) => Promise<boolean>;

interface Parts extends Pick<Platform, 'now' | 'log'> {
  files: Model<MediaFileRecord>;
  isNamed: IsNamed;
  storage: MediaStorage;
  addresses: UploadAddresses;
}

export type UploadUses = ReturnType<typeof createUploadUses>;

/**
 * Tracks which uploads are in use, and removes the unused ones.
 *
 * Before a write names an upload (in a post, profile picture or cover), it holds the upload, for a minute at most.
 * The hold is one write, which fails if the upload is being removed. A removal skips held uploads. It checks for
 * uses, then marks the upload by a write that fails if a hold was added since the read, and deletes the files last.
 * So one of a concurrent use and removal always sees the other, and nothing in use is removed.
 */
export function createUploadUses(parts: Parts) {
  const files: Files = collectionOf(parts.files);

  /**
   * Protects the user's own uploads among these addresses from removal before they are written somewhere. Other
   * users' uploads are treated like external addresses.
   * @throws AppError 400 if one is gone
   */
  async function hold(userId: string, urls: readonly string[]): Promise<Hold> {
    const known = new Map<string, Media>();
    const ids = idsOf(urls);
    if (ids.size === 0) return { known, release: () => Promise.resolve() };
    const user = new Types.ObjectId(userId);
    const wanted = [...new Set(ids.values())];
    const found = await files.find({ _id: { $in: wanted } }).toArray();
    const byId = new Map(found.map((record) => [record._id, record]));
    const own = found.filter((record) => record.user.equals(user)).map(({ _id }) => _id);
    if (byId.size < wanted.length) throw gone();
    const holder = randomBytes(12).toString('hex');
    if (own.length > 0) {
      const { matchedCount } = await files.updateMany(
        { _id: { $in: own }, removingAt: { $exists: false } },
        { $set: { heldUntil: dateIn(HELD_FOR), checkAt: dateIn(UNUSED_FOR) }, $push: { holders: holder } },
      );
      if (matchedCount < own.length) throw gone();
    }
    for (const [url, id] of ids) {
      const { kind, facts } = byId.get(id)!;
      known.set(url, parts.addresses.describe(url, id, kind, facts));
    }
    return { known, release: () => release(own, holder) };
  }

  async function release(ids: string[], holder: string): Promise<void> {
    if (ids.length === 0) return;
    await files
      .updateMany({ _id: { $in: ids } }, { $pull: { holders: holder } })
      .catch((error: unknown) => parts.log.warn({ err: error }, 'an upload stays held for a minute'));
  }

  /** Removes the user's uploads among these addresses if unused, in the background. */
  function drop(userId: string, urls: readonly string[]): void {
    const filter = ownAmong(userId, urls);
    if (filter === null) return;
    const remove = async () => {
      await files.updateMany(filter, { $set: { checkAt: parts.now() } });
      for (const upload of await files.find(filter).toArray()) await removeUnlessUsed(upload);
    };
    remove().catch((error: unknown) => {
      parts.log.warn({ err: error }, 'files of something deleted are removed later');
    });
  }

  /** Like `drop`, but a day later, for uploads that may be used again, such as a picture removed from a post. */
  async function dropLater(userId: string, urls: readonly string[]): Promise<void> {
    const filter = ownAmong(userId, urls);
    if (filter !== null) await files.updateMany(filter, { $set: { checkAt: dateIn(UNUSED_FOR) } });
  }

  /** Removes an upload with its files if it is unused. @returns whether it was removed */
  async function removeUnlessUsed(upload: DueUpload): Promise<boolean> {
    if (upload.removingAt === undefined && !(await mark(upload))) return false;
    await remove(upload._id);
    return true;
  }

  /** Marks an upload for removal if nothing uses or holds it. @returns whether it is marked */
  async function mark(upload: DueUpload): Promise<boolean> {
    const { _id, checkAt, heldUntil, holders } = upload;
    const unchanged = {
      _id,
      checkAt,
      heldUntil: heldUntil ?? { $exists: false as const },
      holders: holders ?? { $exists: false as const },
    };
    const held = heldUntil !== undefined && heldUntil > parts.now() && holders?.length !== 0;
    if (held || (await parts.isNamed(upload, { $regex: `/media/${_id}/` }))) {
      await files.updateOne(unchanged, { $set: { checkAt: held ? heldUntil : dateIn(LOOK_AGAIN_AFTER) } });
      return false;
    }
    const { matchedCount } = await files.updateOne(unchanged, { $set: { removingAt: parts.now() } });
    return matchedCount > 0;
  }

  /**
   * Removes an upload even if it is in use. The record is removed last, so that a crash leaves no file without one.
   */
  async function remove(id: string): Promise<void> {
    await parts.storage.remove(id);
    await files.deleteOne({ _id: id });
  }

  /** Finds the user's uploads among these addresses; `null` if there are none. */
  function ownAmong(userId: string, urls: readonly string[]) {
    const ids = [...new Set(idsOf(urls).values())];
    return ids.length === 0 ? null : { _id: { $in: ids }, user: new Types.ObjectId(userId) };
  }

  function idsOf(urls: readonly string[]): Map<string, string> {
    const ids = new Map<string, string>();
    for (const url of urls) {
      const id = parts.addresses.idOf(url);
      if (id !== undefined) ids.set(url, id);
    }
    return ids;
  }

  function dateIn(milliseconds: number): Date {
    return later(parts.now(), milliseconds);
  }

  return { hold, drop, dropLater, removeUnlessUsed, remove };
}

const gone = () => invalidField('media', 'A picture or video is no longer there. Please upload it again');
