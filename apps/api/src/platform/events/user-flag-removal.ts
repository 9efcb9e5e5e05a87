import type { Types } from 'mongoose';
import { unchecked, type Collection } from '../db/collection-of.js';
import type { Counted } from './counters.js';
import type { createEventSource } from './event-source.js';
import { eventIn, newEventId, type HasOutbox } from './stored-event.js';
import { clearUpdate, ownClearUpdate, type FlagRules } from './user-flag-updates.js';

type Deliveries<R extends FlagRecord, C> = Pick<
  ReturnType<typeof createEventSource<unknown, R, C>>,
  'deliver' | 'deliverAll'
>;

/** Number of records of a deleted thing whose events are delivered at once. */
const CLEARED_AT_ONCE = 500;

/** The flags of one user on one thing: a document with a field per flag and one for the thing. */
export interface FlagRecord extends HasOutbox {
  user: Types.ObjectId;
}

/** The records with flags `F` on things `C`, and the deliveries of their events. */
export interface FlagParts<R extends FlagRecord, F extends string, C extends Counted> {
  collection: Collection<R>;
  field: string;
  rules: FlagRules<F>;
  now: () => Date;
  events: Deliveries<R, C>;
  ownEvents: Deliveries<R, Counted> | undefined;
}

export const targetIn = (document: FlagRecord, field: string) =>
  (document as unknown as Record<string, Types.ObjectId>)[field]!;

/**
 * Removes all users' flags on a thing in deletion, and counts that.
 * @returns false if a record stays because another call or the catch-up is about to deliver its event
 */
export async function removeOf<R extends FlagRecord, F extends string, C extends Counted>(
  parts: FlagParts<R, F, C>,
  target: Types.ObjectId,
): Promise<boolean> {
  const { collection, field, rules, now } = parts;
  const ofTarget = { [field]: target };
  const ownFlag = (Object.keys(rules) as F[]).find((flag) => rules[flag].own !== undefined);
  if (ownFlag === undefined) {
    await collection.deleteMany(unchecked(ofTarget));
    return true;
  }
  const op = newEventId(now());
  const ownPending = `pending.delta.${rules[ownFlag].own}`;
  const clearing = collection.updateMany(
    unchecked({ ...ofTarget, $or: [{ [ownFlag]: true }, { [ownPending]: { $exists: true } }] }),
    ownClearUpdate(rules, ownFlag, op),
  );
  // a flag set after this was read is removed by the call that sets it
  const done = { ...ofTarget, [ownFlag]: { $ne: true }, [ownPending]: { $exists: false } };
  const [{ matchedCount }] = await Promise.all([clearing, collection.deleteMany(unchecked(done))]);
  if (matchedCount === 0) return true;
  await deliverCleared(parts, ofTarget, op);
  const { deletedCount } = await collection.deleteMany(unchecked(done));
  return deletedCount >= matchedCount;
}

async function deliverCleared<R extends FlagRecord, F extends string, C extends Counted>(
  { collection, ownEvents }: FlagParts<R, F, C>,
  ofTarget: object,
  op: Types.ObjectId,
): Promise<void> {
  for (;;) {
    const found = await collection
      .find<R>(unchecked({ ...ofTarget, 'pending.op': op }))
      .limit(CLEARED_AT_ONCE)
      .toArray();
    await ownEvents!.deliverAll(found.map((document) => ({ document, event: eventIn(document, op)! })));
    if (found.length < CLEARED_AT_ONCE) return;
  }
}

/** Removes all flags of a user, and counts that. */
export async function removeOfUser<R extends FlagRecord, F extends string, C extends Counted>(
  { collection, rules, now, events }: FlagParts<R, F, C>,
  user: Types.ObjectId,
): Promise<void> {
  for await (const { _id } of collection.find(unchecked({ user }), { projection: { _id: 1 } })) {
    const op = newEventId(now());
    const after = (await collection.findOneAndUpdate(
      unchecked({ _id }),
      clearUpdate(rules, { op, at: now() }),
      { returnDocument: 'after' },
    )) as R | null;
    const event = eventIn(after, op);
    if (event !== undefined) await events.deliver(after!, event);
    // A document with a pending event stays for the catch-up and the next removal.
    await collection.deleteOne(unchecked({ _id, 'pending.0': { $exists: false } }));
  }
}
