import { randomBytes } from 'node:crypto';
import { Schema, type Connection, type Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import { retryDuplicate } from '../../platform/db/duplicate-key.js';
import { modelOf, type RecordOf } from '../../platform/db/record.js';
import { MINUTE } from '../../platform/time.js';

/** A change is written this long after it was noted, or never, even if the database hangs. */
const SETTLED_AFTER = 5 * MINUTE;
const REVISION_BYTES = 12;

/** The revision of a user's follows, blocks, muted words and languages. */
const schema = new Schema({
  /** The user. */
  _id: { type: Schema.Types.ObjectId, required: true },
  revision: { type: String, required: true },
  changedAt: { type: Date, required: true },
});

type PeopleRevisionRecord = RecordOf<typeof schema>;
const peopleRevisionModel = modelOf<PeopleRevisionRecord>('PeopleRevision', 'peoplerevisions', schema, {
  // a restored database may have other lists at the same revision
  backup: 'rebuilt',
  ofUser: { by: '_id', exportedAs: null, onDeletion: 'delete' },
  expires: null,
});

/**
 * Revisions of users' own lists, by which clients that have a list need not read it again. A change is noted before it
 * is written, and until it certainly is written there is no revision. So one revision never stands for two lists, even
 * if a process is killed in between.
 */
export function createPeopleRevisions(connection: Connection, now: () => Date) {
  const records = collectionOf(peopleRevisionModel(connection));

  const changed = () => ({
    $set: { revision: randomBytes(REVISION_BYTES).toString('base64url'), changedAt: now() },
  });

  /** Call this before a change of a user's lists. */
  const note = (user: Types.ObjectId) =>
    retryDuplicate(() => records.updateOne({ _id: user }, changed(), { upsert: true }));

  /** Returns the revision of a user's lists; `undefined` during a change, and for the first time. */
  async function of(user: Types.ObjectId): Promise<string | undefined> {
    const found = await records.findOne({ _id: user });
    if (found === null) await note(user);
    const isSettled = found !== null && now().getTime() - found.changedAt.getTime() > SETTLED_AFTER;
    return isSettled ? found.revision : undefined;
  }

  return {
    records,
    note,
    of,
    /** Call this before the lists of several users change; those without a revision need none. */
    noteAll: (users: Types.ObjectId[]) => records.updateMany({ _id: { $in: users } }, changed()),
  };
}
