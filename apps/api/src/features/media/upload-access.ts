import { Types, type Model } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { native } from '../../platform/db/native.js';
import { RecentMap } from '../../platform/recent-map.js';
import type { MediaFileRecord } from './media-file.model.js';

const OWNERS_REMEMBERED = 20_000;
const READ_MAX = 200;

export type UploadAccess = ReturnType<typeof createUploadAccess>;

/**
 * Decides whether files of an upload are shown: not those of a suspended user, until that is lifted. The owner of an
 * upload never changes and is remembered; whether a user is suspended is read each time, together with what others ask
 * at the same moment.
 */
export function createUploadAccess(
  files: Model<MediaFileRecord>,
  suspendedAmong: (users: Types.ObjectId[]) => Promise<{ _id: Types.ObjectId }[]>,
) {
  const owners = new RecentMap<string, string>(OWNERS_REMEMBERED);
  const findFiles = createLookup<string, Pick<MediaFileRecord, '_id' | 'user'>>({
    read: (ids) =>
      native(files)
        .find({ _id: { $in: ids } }, { projection: { user: 1 } })
        .toArray(),
    keysOf: ({ _id }) => [_id],
    max: READ_MAX,
  });
  const findSuspended = createLookup<string, { _id: Types.ObjectId }>({
    read: (ids) => suspendedAmong(ids.map((id) => new Types.ObjectId(id))),
    keysOf: ({ _id }) => [_id.toHexString()],
    max: READ_MAX,
  });

  return {
    /** @param id of an upload; an unknown one is not shown */
    async isShown(id: string): Promise<boolean> {
      const owner = owners.get(id) ?? (await findFiles([id]))[0]?.user.toHexString();
      if (owner === undefined) return false;
      owners.set(id, owner);
      return (await findSuspended([owner]))[0] === undefined;
    },
  };
}
