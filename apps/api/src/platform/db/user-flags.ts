import type { Types } from 'mongoose';
import { unchecked, type Collection } from './collection-of.js';
import type { Counted } from './counters.js';
import { retryDuplicate } from './duplicate-key.js';
import type { EventCounters, Payloads, SourceParts } from './event-source.js';
import type { Outbox } from './outbox.js';
import { eventIn, newEventId, type HasOutbox } from './stored-event.js';
import {
  clearUpdate,
  flagUpdate,
  ownClearUpdate,
  type FlagChange,
  type FlagRules,
  type OwnEvent,
} from './user-flag-updates.js';

/** The flags of one user on one thing: a document with a field per flag and one for the thing. */
export interface FlagRecord extends HasOutbox {
  user: Types.ObjectId;
}

interface UserFlagsDeps<R extends FlagRecord, F extends string, C extends Counted, E> {
  collection: Collection<R>;
  /** The field that refers to the thing. */
  target: string;
  rules: FlagRules<F>;
  /** The counters of the things. */
  counters: EventCounters<C>;
  /** The counters of the users, for a rule with `own`. */
  own?: Pick<SourceParts<E, R, Counted>, 'types'> & { counters: EventCounters<Counted> };
  /** Called with a thing after its counters changed. */
  onCounted?: (target: C) => Promise<unknown>;
  outbox: Pick<Outbox<E>, 'source'>;
  types: readonly (keyof E & string)[];
  /** See `Outbox.source`. The record's `updatedAt` increases with each change. */
  payloads?: Payloads<E, R, C>;
  now: () => Date;
}

/** Number of records of a deleted thing whose events are delivered at once. */
const CLEARED_AT_ONCE = 500;

type Flags<F extends string> = Partial<Record<F, boolean>>;

/** Flags of users on things. */
export type UserFlags<F extends string, C extends Counted> = ReturnType<
  typeof createUserFlags<FlagRecord, F, C, unknown>
>;

/**
 * Creates flags of users on things, and the counters of the things. Each change is a single write: it depends on the
 * stored flags and adds the event to the same document. So concurrent calls cannot count twice.
 */
export function createUserFlags<R extends FlagRecord, F extends string, C extends Counted, E>(
  deps: UserFlagsDeps<R, F, C, E>,
) {
  const { collection, target: field, rules, now } = deps;
  const keyOf = (target: Types.ObjectId, user: Types.ObjectId) => unchecked({ [field]: target, user });
  const targetOf = (document: R) => (document as unknown as Record<string, Types.ObjectId>)[field]!;
  const ownFlag = (Object.keys(rules) as F[]).find((flag) => rules[flag].own !== undefined);
  const ownEvents =
    deps.own && deps.outbox.source<R, Counted>({ ...deps.own, collection, targetOf: ({ user }) => user });

  /**
   * Removes all users' flags on a thing in deletion, and counts that.
   * @returns false if a record stays because another call or the catch-up is about to deliver its event
   */
  async function removeOf(target: Types.ObjectId): Promise<boolean> {
    const ofTarget = { [field]: target };
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
    await deliverCleared(ofTarget, op);
    const { deletedCount } = await collection.deleteMany(unchecked(done));
    return deletedCount >= matchedCount;
  }

  async function deliverCleared(ofTarget: object, op: Types.ObjectId): Promise<void> {
    for (;;) {
      const found = await collection
        .find<R>(unchecked({ ...ofTarget, 'pending.op': op }))
        .limit(CLEARED_AT_ONCE)
        .toArray();
      await ownEvents!.deliverAll(found.map((document) => ({ document, event: eventIn(document, op)! })));
      if (found.length < CLEARED_AT_ONCE) return;
    }
  }

  const events = deps.outbox.source<R, C>({
    ...deps,
    targetOf,
    finish: async (counted, document) => {
      // Deleted between the read and the write, so the flags must not remain.
      if (counted === null) await removeOf(targetOf(document));
      else if (counted !== undefined) await deps.onCounted?.(counted);
    },
  });

  /** Returns the things on which a user has set a flag. */
  async function setAmong(
    user: Types.ObjectId,
    flag: F,
    targets: readonly Types.ObjectId[],
  ): Promise<Set<string>> {
    const found = await collection
      .find<R>(unchecked({ user, [field]: { $in: [...targets] }, [flag]: true }), {
        projection: { _id: 0, [field]: 1 },
      })
      .toArray();
    return new Set(found.map((document) => targetOf(document).toHexString()));
  }

  return {
    /**
     * Changes a flag and counts the change.
     * @returns the user's flags and the thing after the change: the thing is `null` if it was deleted, `undefined` if
     *   nothing changed
     */
    async change(
      target: Types.ObjectId,
      user: Types.ObjectId,
      change: FlagChange<F>,
    ): Promise<{ flags: Flags<F>; target: C | null | undefined }> {
      const [op, ownOp] = [newEventId(now()), newEventId(now())];
      const update = flagUpdate(rules, change, { op, ownOp, at: now() });
      const after = (await retryDuplicate(() =>
        collection.findOneAndUpdate(keyOf(target, user), update, {
          upsert: change.action !== 'remove',
          returnDocument: 'after',
        }),
      )) as R | null;
      const flags = (after ?? {}) as Flags<F>;
      const [event, own] = [eventIn(after, op), eventIn(after, ownOp)];
      if (event === undefined) return { flags, target: undefined };
      const [counted] = await Promise.all([
        events.deliver(after!, event, { acknowledgeLater: true }),
        own && ownEvents!.deliver(after!, own),
      ]);
      // its own event kept the record from being removed
      if (counted === null && own) await removeOf(target);
      return { flags, target: counted };
    },

    /**
     * Sets a flag that excludes no other, and is in no counter of the user, on several things.
     * @param elsewhere returns the things on which it is set without a record
     * @returns the things on which it was not set before
     */
    async addToAll(
      user: Types.ObjectId,
      flag: F,
      things: readonly { target: Types.ObjectId; extras: object }[],
      elsewhere: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
    ): Promise<Set<string>> {
      const ids = things.map(({ target }) => target);
      const set = new Set(
        (await Promise.all([setAmong(user, flag, ids), elsewhere()])).flatMap((some) => [...some]),
      );
      const unset = things.filter(({ target }) => !set.has(target.toHexString()));
      if (unset.length === 0) return new Set();
      const at = now();
      const [op, ownOp] = [newEventId(at), newEventId(at)];
      // A concurrent call of this user may insert the same document. Documents already written stay unchanged.
      await retryDuplicate(() =>
        collection.bulkWrite(
          unset.map(({ target, extras }) => ({
            updateOne: {
              filter: keyOf(target, user),
              update: flagUpdate(rules, { flag, action: 'add', extras }, { op, ownOp, at }),
              upsert: true,
            },
          })),
          { ordered: false },
        ),
      );
      const found = await collection
        .find<R>(unchecked({ user, [field]: { $in: ids }, 'pending.op': op }), { projection: { [field]: 1 } })
        .toArray();
      if (found.length === 0) return new Set();
      const event = { op, delta: { [rules[flag].counter]: 1 } };
      const exists = await events.deliverAll(found.map((document) => ({ document, event })));
      return new Set(
        found.filter((_, index) => exists[index]).map((document) => targetOf(document).toHexString()),
      );
    },

    /** Returns the flags of a user on a thing. */
    flagsOf: async (target: Types.ObjectId, user: Types.ObjectId) =>
      ((await collection.findOne(keyOf(target, user))) ?? {}) as Flags<F>,
    setAmong,

    /** Removes all flags of a user, and counts that. */
    async removeOfUser(user: Types.ObjectId): Promise<void> {
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
    },

    removeOf,
    /** Delivers an event of a user's counter. */
    deliverOwn: (document: R, event: OwnEvent) => ownEvents?.deliver(document, event),
  };
}
