import type { Types } from 'mongoose';
import { unchecked, type Collection } from '../db/collection-of.js';
import type { Counted } from './counters.js';
import { retryDuplicate } from '../db/duplicate-key.js';
import type { EventCounters, Payloads, SourceParts } from './event-source.js';
import type { Outbox } from './outbox.js';
import { eventIn, newEventId } from './stored-event.js';
import { removeOf, removeOfUser, targetIn, type FlagParts, type FlagRecord } from './user-flag-removal.js';
import { flagUpdate, type FlagChange, type FlagRules, type OwnEvent } from './user-flag-updates.js';

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

type Flags<F extends string> = Partial<Record<F, boolean>>;

/** Flags of users on things. */
export type UserFlags<F extends string, C extends Counted> = ReturnType<
  typeof createUserFlags<FlagRecord, F, C, unknown>
>;

const keyOf = (field: string, target: Types.ObjectId, user: Types.ObjectId) =>
  unchecked({ [field]: target, user });
const hexOf = (field: string) => (document: FlagRecord) => targetIn(document, field).toHexString();

/** Returns the things on which a user has set a flag. */
async function setAmong<R extends FlagRecord, F extends string, C extends Counted>(
  { collection, field }: FlagParts<R, F, C>,
  user: Types.ObjectId,
  flag: F,
  targets: readonly Types.ObjectId[],
): Promise<Set<string>> {
  const found = await collection
    .find<R>(unchecked({ user, [field]: { $in: [...targets] }, [flag]: true }), {
      projection: { _id: 0, [field]: 1 },
    })
    .toArray();
  return new Set(found.map(hexOf(field)));
}

/**
 * Changes a flag and counts the change.
 * @returns the user's flags and the thing after the change: the thing is `null` if it was deleted, `undefined` if
 *   nothing changed
 */
async function changeFlag<R extends FlagRecord, F extends string, C extends Counted>(
  parts: FlagParts<R, F, C>,
  target: Types.ObjectId,
  user: Types.ObjectId,
  change: FlagChange<F>,
): Promise<{ flags: Flags<F>; target: C | null | undefined }> {
  const { collection, field, rules, now, events, ownEvents } = parts;
  const [op, ownOp] = [newEventId(now()), newEventId(now())];
  const update = flagUpdate(rules, change, { op, ownOp, at: now() });
  const after = (await retryDuplicate(() =>
    collection.findOneAndUpdate(keyOf(field, target, user), update, {
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
  if (counted === null && own) await removeOf(parts, target);
  return { flags, target: counted };
}

/**
 * Sets a flag that excludes no other, and is in no counter of the user, on several things.
 * @param elsewhere returns the things on which it is set without a record
 * @returns the things on which it was not set before
 */
async function addToAll<R extends FlagRecord, F extends string, C extends Counted>(
  parts: FlagParts<R, F, C>,
  user: Types.ObjectId,
  flag: F,
  things: readonly FlaggedThing[],
  elsewhere: () => Promise<ReadonlySet<string>>,
): Promise<Set<string>> {
  const { collection, field, rules, now, events } = parts;
  const ids = things.map(({ target }) => target);
  const set = new Set(
    (await Promise.all([setAmong(parts, user, flag, ids), elsewhere()])).flatMap((some) => [...some]),
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
          filter: keyOf(field, target, user),
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
  return new Set(found.filter((_, index) => exists[index]).map(hexOf(field)));
}

export interface FlaggedThing {
  target: Types.ObjectId;
  extras: object;
}

/**
 * Creates flags of users on things, and the counters of the things. Each change is a single write: it depends on the
 * stored flags and adds the event to the same document. So concurrent calls cannot count twice.
 */
export function createUserFlags<R extends FlagRecord, F extends string, C extends Counted, E>(
  deps: UserFlagsDeps<R, F, C, E>,
) {
  const { collection, target: field, rules, outbox, own, now } = deps;
  const targetOf = (document: R) => targetIn(document, field);
  const ownEvents =
    own && outbox.source<R, Counted>({ ...own, collection, targetOf: (document) => document.user });
  const events = outbox.source<R, C>({
    ...deps,
    targetOf,
    finish: async (counted, document) => {
      // Deleted between the read and the write, so the flags must not remain.
      if (counted === null) await removeOf(parts, targetOf(document));
      else if (counted !== undefined) await deps.onCounted?.(counted);
    },
  });
  const parts: FlagParts<R, F, C> = { collection, field, rules, now, events, ownEvents };
  return {
    change: (target: Types.ObjectId, user: Types.ObjectId, change: FlagChange<F>) =>
      changeFlag(parts, target, user, change),
    addToAll: (
      user: Types.ObjectId,
      flag: F,
      things: readonly FlaggedThing[],
      elsewhere: () => Promise<ReadonlySet<string>> = () => Promise.resolve(new Set()),
    ) => addToAll(parts, user, flag, things, elsewhere),
    /** Returns the flags of a user on a thing. */
    flagsOf: async (target: Types.ObjectId, user: Types.ObjectId) =>
      ((await collection.findOne(keyOf(field, target, user))) ?? {}) as Flags<F>,
    setAmong: (user: Types.ObjectId, flag: F, targets: readonly Types.ObjectId[]) =>
      setAmong(parts, user, flag, targets),
    removeOfUser: (user: Types.ObjectId) => removeOfUser(parts, user),
    removeOf: (target: Types.ObjectId) => removeOf(parts, target),
    /** Delivers an event of a user's counter. */
    deliverOwn: (document: R, event: OwnEvent) => ownEvents?.deliver(document, event),
  };
}
