import { Types, type Model } from 'mongoose';
import type { Viewer } from '../../platform/http/viewer.js';
import type { AdminAct, AdminLogRecord } from './admin-log.model.js';

const NOTE_MAX = 500;
/** Who acts where the command on the server does. */
const SERVER_NAME = '(server)';

interface Entry {
  /** `null` for the command on the server. */
  admin: Pick<Viewer, 'id' | 'userName'> | null;
  act: AdminAct;
  user: Types.ObjectId;
  target?: Types.ObjectId;
  note?: string | undefined;
}

/** What admins did. An act is written down before it is done, so that none goes unseen. */
export class AdminLog {
  constructor(
    private readonly records: Model<AdminLogRecord>,
    private readonly now: () => Date,
  ) {}

  async append({ admin, act, user, target, note = '' }: Entry): Promise<void> {
    await this.records.create([
      {
        at: this.now(),
        admin: admin === null ? null : new Types.ObjectId(admin.id),
        adminName: admin?.userName ?? SERVER_NAME,
        act,
        user,
        ...(target === undefined ? {} : { target }),
        note: note.slice(0, NOTE_MAX),
      },
    ]);
  }

  /** The latest entries, oldest of them first. */
  async latest(limit: number): Promise<AdminLogRecord[]> {
    return (await this.records.find().sort({ at: -1, _id: -1 }).limit(limit).lean()).reverse();
  }
}
