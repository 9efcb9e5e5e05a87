import { Types, type Model } from 'mongoose';
import { createLookup, type Lookup } from '../../platform/db/batch-loader.js';
import { native } from '../../platform/db/native.js';
import type { MediaFileRecord } from './media-file.model.js';

const OWNERS_REMEMBERED = 20_000;
const READ_MAX = 200;

/**
 * Decides whether files of an upload are shown: not those of a suspended user, until that is lifted. The
 * owner of an upload never changes and is remembered; whether a user is suspended is read each time, together with what
 * others ask at the same moment.
 */
export class UploadAccess {
  private readonly owners = new Map<string, string>();
  private readonly ownersOf: Lookup<string, { _id: string; user: Types.ObjectId }>;
  private readonly suspended: Lookup<string, { _id: Types.ObjectId }>;

  constructor(
    files: Model<MediaFileRecord>,
    suspendedAmong: (users: Types.ObjectId[]) => Promise<{ _id: Types.ObjectId }[]>,
  ) {
    this.ownersOf = createLookup({
      read: async (ids) =>
        (await native(files)
          .find({ _id: { $in: ids } }, { projection: { user: 1 } })
          .toArray()) as unknown as { _id: string; user: Types.ObjectId }[],
      keysOf: ({ _id }) => [_id],
      max: READ_MAX,
    });
    this.suspended = createLookup({
      read: (ids) => suspendedAmong(ids.map((id) => new Types.ObjectId(id))),
      keysOf: ({ _id }) => [_id.toHexString()],
      max: READ_MAX,
    });
  }

  /** @param id of an upload; an unknown one is not shown */
  async isShown(id: string): Promise<boolean> {
    const owner = await this.ownerOf(id);
    if (owner === undefined) return false;
    return (await this.suspended([owner]))[0] === undefined;
  }

  private async ownerOf(id: string): Promise<string | undefined> {
    const remembered = this.owners.get(id);
    if (remembered !== undefined) return remembered;
    const owner = (await this.ownersOf([id]))[0]?.user.toHexString();
    if (owner === undefined) return undefined;
    this.owners.set(id, owner);
    if (this.owners.size > OWNERS_REMEMBERED) {
      for (const oldest of this.owners.keys()) {
        this.owners.delete(oldest);
        break;
      }
    }
    return owner;
  }
}
