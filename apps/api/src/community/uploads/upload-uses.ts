import { randomBytes } from 'node:crypto';
import type { Media } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
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

interface UploadUsesDeps extends Pick<Platform, 'now' | 'log'> {
  files: Model<MediaFileRecord>;
  isNamed: IsNamed;
  storage: MediaStorage;
  addresses: UploadAddresses;
}

interface Uses extends Omit<UploadUsesDeps, 'files'> {
  files: Collection<MediaFileRecord>;
}

export type UploadUses = ReturnType<typeof createUploadUses>;

async function hold(uses: Uses, userId: string, urls: readonly string[]): Promise<Hold> {
  const { files, addresses, now } = uses;
  const known = new Map<string, Media>();
  const ids = idsOf(uses, urls);
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
      {
        $set: { heldUntil: later(now(), HELD_FOR), checkAt: later(now(), UNUSED_FOR) },
        $push: { holders: holder },
      },
    );
    if (matchedCount < own.length) throw gone();
  }
  for (const [url, id] of ids) {
    const { kind, facts } = byId.get(id)!;
    known.set(url, addresses.describe(url, id, kind, facts));
  }
  return { known, release: () => release(uses, own, holder) };
}

async function release({ files, log }: Uses, ids: string[], holder: string): Promise<void> {
  if (ids.length === 0) return;
  await files
    .updateMany({ _id: { $in: ids } }, { $pull: { holders: holder } })
    .catch((error: unknown) => log.warn({ err: error }, 'an upload stays held for a minute'));
}

function drop(uses: Uses, userId: string, urls: readonly string[]): void {
  const { files, now, log } = uses;
  const filter = ownAmong(uses, userId, urls);
  if (filter === null) return;
  const remove = async () => {
    await files.updateMany(filter, { $set: { checkAt: now() } });
    for (const upload of await files.find(filter).toArray()) await removeUnlessUsed(uses, upload);
  };
  remove().catch((error: unknown) => {
    log.warn({ err: error }, 'files of something deleted are removed later');
  });
}

async function dropLater(uses: Uses, userId: string, urls: readonly string[]): Promise<void> {
  const filter = ownAmong(uses, userId, urls);
  const checkAt = later(uses.now(), UNUSED_FOR);
  if (filter !== null) await uses.files.updateMany(filter, { $set: { checkAt } });
}

async function removeUnlessUsed(uses: Uses, upload: DueUpload): Promise<boolean> {
  if (upload.removingAt === undefined && !(await mark(uses, upload))) return false;
  await remove(uses, upload._id);
  return true;
}

/** Marks an upload for removal if nothing uses or holds it. @returns whether it is marked */
async function mark({ files, isNamed, now }: Uses, upload: DueUpload): Promise<boolean> {
  const { _id, checkAt, heldUntil, holders } = upload;
  const unchanged = {
    _id,
    checkAt,
    heldUntil: heldUntil ?? { $exists: false as const },
    holders: holders ?? { $exists: false as const },
  };
  const held = heldUntil !== undefined && heldUntil > now() && holders?.length !== 0;
  if (held || (await isNamed(upload, { $regex: `/media/${_id}/` }))) {
    const checkAt = held ? heldUntil : later(now(), LOOK_AGAIN_AFTER);
    await files.updateOne(unchanged, { $set: { checkAt } });
    return false;
  }
  const { matchedCount } = await files.updateOne(unchanged, { $set: { removingAt: now() } });
  return matchedCount > 0;
}

async function remove({ files, storage }: Uses, id: string): Promise<void> {
  await storage.remove(id);
  await files.deleteOne({ _id: id });
}

/** Finds the user's uploads among these addresses; `null` if there are none. */
function ownAmong(uses: Uses, userId: string, urls: readonly string[]) {
  const ids = [...new Set(idsOf(uses, urls).values())];
  return ids.length === 0 ? null : { _id: { $in: ids }, user: new Types.ObjectId(userId) };
}

function idsOf({ addresses }: Uses, urls: readonly string[]): Map<string, string> {
  const ids = new Map<string, string>();
  for (const url of urls) {
    const id = addresses.idOf(url);
    if (id !== undefined) ids.set(url, id);
  }
  return ids;
}

const gone = () => invalidField('media', t`A picture or video is no longer there. Please upload it again`);

/**
 * Tracks which uploads are in use, and removes the unused ones.
 *
 * Before a write names an upload (in a post, profile picture or cover), it holds the upload, for a minute at most.
 * The hold is one write, which fails if the upload is being removed. A removal skips held uploads. It checks for
 * uses, then marks the upload by a write that fails if a hold was added since the read, and deletes the files last.
 * So one of a concurrent use and removal always sees the other, and nothing in use is removed.
 */
export function createUploadUses(deps: UploadUsesDeps) {
  const uses: Uses = { ...deps, files: collectionOf(deps.files) };
  return {
    /**
     * Protects the user's own uploads among these addresses from removal before they are written somewhere. Other
     * users' uploads are treated like external addresses.
     * @throws AppError 400 if one is gone
     */
    hold: (userId: string, urls: readonly string[]) => hold(uses, userId, urls),
    /** Removes the user's uploads among these addresses if unused, in the background. */
    drop: (userId: string, urls: readonly string[]) => drop(uses, userId, urls),
    /** Like `drop`, but a day later, for uploads that may be used again, such as a picture removed from a post. */
    dropLater: (userId: string, urls: readonly string[]) => dropLater(uses, userId, urls),
    /** Removes an upload with its files if it is unused. @returns whether it was removed */
    removeUnlessUsed: (upload: DueUpload) => removeUnlessUsed(uses, upload),
    /**
     * Removes an upload even if it is in use. The record is removed last, so that a crash leaves no file without one.
     */
    remove: (id: string) => remove(uses, id),
  };
}
