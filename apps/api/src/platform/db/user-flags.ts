import type { Types } from 'mongoose';
import { unchecked, type Collection } from './collection-of.js';
import type { Counted } from './counters.js';
import { retryDuplicate } from './duplicate-key.js';
import type { EventCounters, Payloads } from './event-source.js';
import type { Outbox } from './outbox.js';
import { eventIn, newEventId, pendingWith, type HasOutbox } from './stored-event.js';

/** The flags of one user on one thing: a document with a field per flag and one for the thing. */
export interface FlagRecord extends HasOutbox {
  user: Types.ObjectId;
}

/** How a flag is counted. */
export interface FlagRule<F extends string> {
  /** The thing's counter of users who set the flag. */
  counter: string;
  /** The flag cleared by setting this one. */
  excludes?: F;
  /** The field for the time at which it was set. */
  time?: string;
  /** A field that is removed when the flag is cleared. */
  clears?: string;
}

type FlagRules<F extends string> = Readonly<Record<F, FlagRule<F>>>;

export interface FlagChange<F> {
  flag: F;
  action: 'add' | 'remove' | 'toggle';
  /** Fields written when the flag becomes set. */
  extras?: object;
}

interface UserFlagsDeps<R extends FlagRecord, F extends string, C extends Counted, E> {
  collection: Collection<R>;
  /** The field that refers to the thing. */
  target: string;
  rules: FlagRules<F>;
  /** The counters of the things. */
  counters: EventCounters<C>;
  /** Called with a thing after its counters changed. */
  onCounted?: (target: C) => Promise<unknown>;
  outbox: Pick<Outbox<E>, 'source'>;
  types: readonly (keyof E & string)[];
  /** See `Outbox.source`. The record's `updatedAt` increases with each change. */
  payloads?: Payloads<E, R, C>;
  now: () => Date;
}

type Update = Record<string, unknown>[];
/** The event of a change, and when it happens. */
interface Change {
  op: Types.ObjectId;
  at: Date;
}
type Flags<F extends string> = Partial<Record<F, boolean>>;

/** The update that changes a flag; does nothing if the flag already has that value. */
function flagUpdate<F extends string>(
  rules: FlagRules<F>,
  { flag, action, extras = {} }: FlagChange<F>,
  { op, at }: Change,
): Update {
  const { counter, excludes, time, clears } = rules[flag];
  const wanted = action === 'toggle' ? { $not: [isSet(flag)] } : action === 'add';
  const changes = { $ne: [wanted, isSet(flag)] };
  const isAdded = { $and: [wanted, changes] };
  const delta: Record<string, unknown> = { [counter]: { $cond: [wanted, 1, -1] } };
  const flags: Record<string, unknown> = Object.fromEntries(
    Object.keys(rules).map((name) => [name, isSet(name)]),
  );
  flags[flag] = wanted;
  if (excludes !== undefined) {
    flags[excludes] = { $and: [isSet(excludes), { $not: [wanted] }] };
    delta[rules[excludes].counter] = { $cond: [{ $and: [wanted, isSet(excludes)] }, -1, 0] };
  }
  const onAdding = Object.entries({ ...extras, ...(time === undefined ? {} : { [time]: at }) });
  return [
    {
      $set: {
        ...flags,
        createdAt: { $ifNull: ['$createdAt', at] },
        updatedAt: { $cond: [changes, laterThanBefore(at), { $ifNull: ['$updatedAt', at] }] },
        ...Object.fromEntries(
          onAdding.map(([name, value]) => [name, { $cond: [isAdded, { $literal: value }, `$${name}`] }]),
        ),
        ...(clears === undefined ? {} : { [clears]: { $cond: [wanted, `$${clears}`, '$$REMOVE'] } }),
        pending: { $cond: [changes, pendingWith({ op, delta }), '$pending'] },
      },
    },
  ];
}

/** The update that clears all flags. */
function clearUpdate<F extends string>(rules: FlagRules<F>, { op, at }: Change): Update {
  const names = Object.keys(rules) as F[];
  const delta = Object.fromEntries(
    names.map((flag) => [rules[flag].counter, { $cond: [isSet(flag), -1, 0] }]),
  );
  return [
    {
      $set: {
        ...Object.fromEntries(names.map((flag) => [flag, false])),
        updatedAt: laterThanBefore(at),
        pending: { $cond: [{ $or: names.map(isSet) }, pendingWith({ op, delta }), '$pending'] },
      },
    },
  ];
}

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
  /** Removes all users' flags on a thing in deletion. */
  const removeOf = async (target: Types.ObjectId): Promise<void> => {
    await collection.deleteMany(unchecked({ [field]: target }));
  };
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
      const op = newEventId(now());
      const update = flagUpdate(rules, change, { op, at: now() });
      const after = (await retryDuplicate(() =>
        collection.findOneAndUpdate(keyOf(target, user), update, {
          upsert: change.action !== 'remove',
          returnDocument: 'after',
        }),
      )) as R | null;
      const event = eventIn(after, op);
      return {
        flags: (after ?? {}) as Flags<F>,
        target: event && (await events.deliver(after!, event, { acknowledgeLater: true })),
      };
    },

    /**
     * Sets a flag that excludes no other on several things.
     * @returns the things on which it was not set before
     */
    async addToAll(
      user: Types.ObjectId,
      flag: F,
      things: readonly { target: Types.ObjectId; extras: object }[],
    ): Promise<Set<string>> {
      const ids = things.map(({ target }) => target);
      const set = await setAmong(user, flag, ids);
      const unset = things.filter(({ target }) => !set.has(target.toHexString()));
      if (unset.length === 0) return new Set();
      const at = now();
      const op = newEventId(at);
      // A concurrent call of this user may insert the same document. Documents already written stay unchanged.
      await retryDuplicate(() =>
        collection.bulkWrite(
          unset.map(({ target, extras }) => ({
            updateOne: {
              filter: keyOf(target, user),
              update: flagUpdate(rules, { flag, action: 'add', extras }, { op, at }),
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
  };
}

/** The current time, but always later than the previous change, even if the clocks of two processes differ. */
const laterThanBefore = (now: Date) => ({ $max: [now, { $add: ['$updatedAt', 1] }] });
/** Pipeline expression: whether a flag is set. */
export const isSet = (flag: string) => ({ $eq: [`$${flag}`, true] });
