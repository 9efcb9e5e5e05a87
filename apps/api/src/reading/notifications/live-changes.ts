import { Types } from 'mongoose';
import type { Collection } from '../../platform/db/collection-of.js';
import { SECOND } from '../../platform/time.js';
import type { NotificationRecord } from '../../community/inboxes/notification.model.js';

/** Changes that a poll reads at least, whoever they concern. If there are more, it reads those of the listeners. */
const CHANGES_AT_LEAST = 500;
/** Listeners per query. */
const USERS_AT_ONCE = 1000;
/** Timeout of a query in milliseconds. */
const READ_WITHIN = 5 * SECOND;

export type Change = Pick<NotificationRecord, '_id' | 'recipient' | 'touchedAt'>;

export interface ChangesParts {
  notifications: Collection<NotificationRecord>;
  changesAtLeast?: number;
  usersAtOnce?: number;
}

/** Reads which notifications have changed since a time. */
export function createChanges({
  notifications,
  changesAtLeast = CHANGES_AT_LEAST,
  usersAtOnce = USERS_AT_ONCE,
}: ChangesParts) {
  const changes = (since: Date, filter: object) =>
    notifications
      .find<Change>({ ...filter, touchedAt: { $gte: since } }, { projection: { recipient: 1, touchedAt: 1 } })
      .maxTimeMS(READ_WITHIN);

  /** Reads those of some users. */
  async function of(users: readonly string[], since: Date): Promise<Change[]> {
    const found: Change[] = [];
    for (let first = 0; first < users.length; first += usersAtOnce) {
      const some = users.slice(first, first + usersAtOnce).map((id) => new Types.ObjectId(id));
      // The other index with the time would read everybody's changes.
      const query = changes(since, { recipient: { $in: some } }).hint({ recipient: 1, touchedAt: -1 });
      found.push(...(await query.toArray()));
    }
    return found;
  }

  return {
    of,
    /** Reads everybody's changes if they are fewer than the listeners, else those of the listeners. */
    async ofAll(listeners: ReadonlyMap<string, unknown>, since: Date): Promise<Change[]> {
      const most = Math.max(changesAtLeast, listeners.size);
      const found = await changes(since, {})
        .sort({ touchedAt: 1, _id: 1 })
        .limit(most + 1)
        .toArray();
      return found.length <= most ? found : of([...listeners.keys()], since);
    },
    /** Returns when the notifications of a user changed last. */
    async latestOf(userId: string): Promise<Date | undefined> {
      const [latest] = await notifications
        .find({ recipient: new Types.ObjectId(userId) }, { projection: { touchedAt: 1 } })
        .sort({ touchedAt: -1 })
        .limit(1)
        .toArray();
      return latest?.touchedAt;
    },
  };
}
