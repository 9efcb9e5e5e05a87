import { randomBytes } from 'node:crypto';
import type { Media } from '@social-feed/contracts';
import { Types, type Model } from 'mongoose';
import { native, type Native } from '../../platform/db/native.js';
import { invalidField } from '../../platform/http/errors.js';
import type { Platform } from '../../platform/platform.js';
import type { MediaStorage } from '../../platform/storage/media-storage.js';
import { DAY, MINUTE, later } from '../../platform/time.js';
import type { MediaFileRecord } from './media-file.model.js';
import type { UploadAddresses } from './upload-address.js';

/** How long an upload waits to be used, and to be used again where that came to nothing: a draft may lie a day. */
export const UNUSED_FOR = DAY;
/** Longer than a request can take from saying that it will use an upload to the write that does. */
const HELD_FOR = MINUTE;
/** What is in use is looked at again all the same: a process may end between a deletion and the removal of its files. */
const LOOK_AGAIN_AFTER = 30 * DAY;

type Files = Native<MediaFileRecord>;
export type DueUpload = Pick<
  MediaFileRecord,
  '_id' | 'user' | 'checkAt' | 'heldUntil' | 'holders' | 'removingAt'
>;

export interface Hold {
  /** What is known of the uploads, by address. */
  known: Map<string, Media>;
  /** Ends the hold, once the write is done or failed. Never rejects: a hold ends after a minute anyway. */
  release: () => Promise<void>;
}

/** Asks those who name uploads: users, boards and posts. @param url fits the addresses of its files */
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

/**
 * Knows which uploads are in use, and removes those that are not.
 *
 * Whatever names an upload (a post, a profile picture, a cover) first holds it until it has written, and a minute at most:
 * one write, which fails where it is being removed. A removal leaves alone what is held; it looks for uses, then marks the upload by a write that asks
 * for no hold since it was read, and only then takes the files away. So of a use and a removal at the same moment one
 * sees the other, and nothing in use is ever removed.
 */
export class UploadUses {
  private readonly files: Files;

  constructor(private readonly parts: Parts) {
    this.files = native(parts.files);
  }

  /**
   * Keeps the own uploads among some addresses from being removed, before they are written somewhere. Others' uploads
   * are addresses like any other.
   * @throws AppError 400 where one is gone
   */
  async hold(userId: string, urls: readonly string[]): Promise<Hold> {
    const known = new Map<string, Media>();
    const ids = this.idsOf(urls);
    if (ids.size === 0) return { known, release: () => Promise.resolve() };
    const user = new Types.ObjectId(userId);
    const wanted = [...new Set(ids.values())];
    const found = await this.files.find({ _id: { $in: wanted } }).toArray();
    const byId = new Map(found.map((record) => [record._id, record]));
    const own = found.filter((record) => record.user.equals(user)).map(({ _id }) => _id);
    if (byId.size < wanted.length) throw gone();
    const holder = randomBytes(12).toString('hex');
    if (own.length > 0) {
      const { matchedCount } = await this.files.updateMany(
        { _id: { $in: own }, removingAt: { $exists: false } },
        { $set: { heldUntil: this.in(HELD_FOR), checkAt: this.in(UNUSED_FOR) }, $push: { holders: holder } },
      );
      if (matchedCount < own.length) throw gone();
    }
    for (const [url, id] of ids) {
      const { kind, facts } = byId.get(id)!;
      known.set(url, this.parts.addresses.describe(url, id, kind, facts));
    }
    return { known, release: () => this.release(own, holder) };
  }

  private async release(ids: string[], holder: string): Promise<void> {
    if (ids.length === 0) return;
    await this.files
      .updateMany({ _id: { $in: ids } }, { $pull: { holders: holder } })
      .catch((error: unknown) => this.parts.log.warn({ err: error }, 'an upload stays held for a minute'));
  }

  /** Has the own uploads among addresses that nothing names any more removed, beside the request. */
  drop(userId: string, urls: readonly string[]): void {
    const filter = this.ownAmong(userId, urls);
    if (filter === null) return;
    const remove = async () => {
      await this.files.updateMany(filter, { $set: { checkAt: this.parts.now() } });
      for (const upload of await this.files.find(filter).toArray()) await this.removeUnlessUsed(upload);
    };
    remove().catch((error: unknown) => {
      this.parts.log.warn({ err: error }, 'files of something deleted are removed later');
    });
  }

  /** The same for what may come back, such as a picture that was taken out of a post: a day later. */
  async dropLater(userId: string, urls: readonly string[]): Promise<void> {
    const filter = this.ownAmong(userId, urls);
    if (filter !== null) await this.files.updateMany(filter, { $set: { checkAt: this.in(UNUSED_FOR) } });
  }

  /** Removes an upload with its files, unless something uses it. @returns whether it was removed */
  async removeUnlessUsed(upload: DueUpload): Promise<boolean> {
    if (upload.removingAt === undefined && !(await this.mark(upload))) return false;
    await this.remove(upload._id);
    return true;
  }

  /** Marks an upload for removal where nothing uses it or is about to. @returns whether it is marked */
  private async mark(upload: DueUpload): Promise<boolean> {
    const { _id, checkAt, heldUntil, holders } = upload;
    const unchanged = {
      _id,
      checkAt,
      heldUntil: heldUntil ?? { $exists: false as const },
      holders: holders ?? { $exists: false as const },
    };
    const held = heldUntil !== undefined && heldUntil > this.parts.now() && holders?.length !== 0;
    if (held || (await this.parts.isNamed(upload, { $regex: `/media/${_id}/` }))) {
      await this.files.updateOne(unchanged, {
        $set: { checkAt: held ? heldUntil : this.in(LOOK_AGAIN_AFTER) },
      });
      return false;
    }
    const { matchedCount } = await this.files.updateOne(unchanged, {
      $set: { removingAt: this.parts.now() },
    });
    return matchedCount > 0;
  }

  /** Removes an upload whatever uses it; the record last, so that a crash in between leaves no file without one. */
  async remove(id: string): Promise<void> {
    await this.parts.storage.remove(id);
    await this.files.deleteOne({ _id: id });
  }

  /** Finds the own uploads among addresses; `null` where none is an upload's. */
  private ownAmong(userId: string, urls: readonly string[]) {
    const ids = [...new Set(this.idsOf(urls).values())];
    return ids.length === 0 ? null : { _id: { $in: ids }, user: new Types.ObjectId(userId) };
  }

  private idsOf(urls: readonly string[]): Map<string, string> {
    const ids = new Map<string, string>();
    for (const url of urls) {
      const id = this.parts.addresses.idOf(url);
      if (id !== undefined) ids.set(url, id);
    }
    return ids;
  }

  private in(milliseconds: number): Date {
    return later(this.parts.now(), milliseconds);
  }
}

const gone = () => invalidField('media', 'A picture or video is no longer there. Please upload it again');
