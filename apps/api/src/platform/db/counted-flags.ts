import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { newOp, type Counted, type Counters, type PendingChange } from './counters.js';
import { retryDuplicate } from './duplicate-key.js';
import type { Native } from './native.js';
import { PendingChanges, repairPending, type Owing } from './pending-changes.js';

/** What one user did with one thing: one document each, with a field for each flag and one that names the thing. */
export interface FlagRecord extends Owing {
  user: Types.ObjectId;
}

/** How a flag counts. */
export interface FlagRule<F extends string> {
  /** The counter of the thing that says how many users have set it. */
  counter: string;
  /** The flag that setting this one clears. */
  excludes?: F;
  /** The field that says when it was set. */
  time?: string;
}

export interface FlagChange<F> {
  flag: F;
  action: 'add' | 'remove' | 'toggle';
  /** Fields that are written with a flag that was not set before. */
  extras?: object;
}

interface CountedFlagsDeps<F extends string, C extends Counted> {
  collection: Native<FlagRecord>;
  /** The field that names the thing. */
  target: string;
  rules: Readonly<Record<F, FlagRule<F>>>;
  /** The counters of the things. */
  counters: Counters<C>;
  /** Is given a thing whose counters have just changed. */
  onCounted?: (target: C) => Promise<unknown>;
  now: () => Date;
  log: Logger;
}

type Update = Record<string, unknown>[];
type Flags<F extends string> = Partial<Record<F, boolean>>;

/**
 * Flags of users on things, and the counters of the things that follow them. A change is one write, which decides by the
 * flags that it finds and leaves on the document what the counters are to change by. So parallel calls cannot count twice.
 */
export class CountedFlags<F extends string, C extends Counted> {
  readonly pending: PendingChanges<FlagRecord>;
  private readonly names: F[];

  constructor(private readonly deps: CountedFlagsDeps<F, C>) {
    this.pending = new PendingChanges(deps.collection);
    this.names = Object.keys(deps.rules) as F[];
  }

  /**
   * Changes a flag and counts the change.
   * @returns the user's flags and the thing as they are then: the thing is `null` where it is gone, `undefined` where
   * nothing changed
   */
  async change(
    target: Types.ObjectId,
    user: Types.ObjectId,
    change: FlagChange<F>,
  ): Promise<{ flags: Flags<F>; target: C | null | undefined }> {
    const op = newOp(this.deps.now());
    const update = this.flagUpdate(change, op);
    const after = await retryDuplicate(() =>
      this.deps.collection.findOneAndUpdate(this.key(target, user), update, {
        upsert: change.action !== 'remove',
        returnDocument: 'after',
        projection: { ...this.projection(), pending: 1 },
      }),
    );
    const pending = changeNamed(op, after);
    const flags = (after ?? {}) as Flags<F>;
    return { flags, target: pending && (await this.count(target, after!._id, pending)) };
  }

  /** Sets a flag that excludes no other on several things at once. @returns those on which it was not set before */
  async addToAll(
    user: Types.ObjectId,
    flag: F,
    things: readonly { target: Types.ObjectId; extras: object }[],
  ): Promise<Set<string>> {
    const { collection, counters, target: field } = this.deps;
    const set = await this.setAmong(
      user,
      flag,
      things.map(({ target }) => target),
    );
    const unset = things.filter(({ target }) => !set.has(target.toHexString()));
    if (unset.length === 0) return new Set();
    const op = newOp(this.deps.now());
    // Another call of this user may make a document meanwhile. What was written already stays as it is.
    await retryDuplicate(() =>
      collection.bulkWrite(
        unset.map(({ target, extras }) => ({
          updateOne: {
            filter: this.key(target, user),
            update: this.flagUpdate({ flag, action: 'add', extras }, op),
            upsert: true,
          },
        })),
        { ordered: false },
      ),
    );
    const written = { user, [field]: { $in: unset.map(({ target }) => target) }, 'pending.op': op };
    const found = await collection.find(written as never, { projection: { [field]: 1 } }).toArray();
    const owing = found.map((document) => ({ _id: document._id, target: this.targetOf(document) }));
    if (owing.length === 0) return new Set();
    const change = { op, delta: { [this.deps.rules[flag].counter]: 1 } };
    const allThere = await counters.addAll(owing.map(({ target }) => ({ id: target, change })));
    const counted = new Set(owing.map(({ target }) => target.toHexString()));
    // A thing that was deleted meanwhile takes its documents along; each is looked at.
    for (const { _id, target } of allThere ? [] : owing) {
      if ((await this.count(target, _id, change)) === null) counted.delete(target.toHexString());
    }
    await Promise.all(owing.map(({ _id, target }) => this.settle(_id, target, op)));
    return counted;
  }

  /** The flags of a user on a thing. */
  async flagsOf(target: Types.ObjectId, user: Types.ObjectId): Promise<Flags<F>> {
    const options = { projection: this.projection() };
    return ((await this.deps.collection.findOne(this.key(target, user), options)) ?? {}) as Flags<F>;
  }

  /** On which of these things a user has set a flag. */
  async setAmong(user: Types.ObjectId, flag: F, targets: readonly Types.ObjectId[]): Promise<Set<string>> {
    const { collection, target: field } = this.deps;
    const found = await collection
      .find({ user, [field]: { $in: [...targets] }, [flag]: true } as never, {
        projection: { _id: 0, [field]: 1 },
      })
      .toArray();
    return new Set(found.map((document) => this.targetOf(document as FlagRecord).toHexString()));
  }

  /** Adds what processes that died have left. @returns whether nothing is left */
  repair(): Promise<boolean> {
    return repairPending(
      this.pending,
      async (document, change, readAt) => (await this.add(this.targetOf(document), change, readAt)) !== null,
      this.deps,
    );
  }

  /** Removes what a user did, and counts it. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const { collection, target: field, now } = this.deps;
    for await (const { _id } of collection.find({ user }, { projection: { _id: 1 } })) {
      const op = newOp(now());
      const after = await collection.findOneAndUpdate({ _id }, this.clearUpdate(op), {
        returnDocument: 'after',
        projection: { [field]: 1, pending: 1 },
      });
      const change = changeNamed(op, after);
      if (change !== undefined) await this.count(this.targetOf(after!), _id, change);
      // One that still owes a change stays for the repair, and for the next time.
      await collection.deleteOne({ _id, 'pending.0': { $exists: false } });
    }
  }

  /** Removes what anybody did with a thing that is being deleted. */
  async removeOf(target: Types.ObjectId): Promise<void> {
    await this.deps.collection.deleteMany({ [this.deps.target]: target });
  }

  private async count(target: Types.ObjectId, id: Types.ObjectId, change: PendingChange): Promise<C | null> {
    const after = await this.add(target, change);
    if (after !== null) await this.settle(id, target, change.op);
    return after;
  }

  private async add(target: Types.ObjectId, change: PendingChange, readAt?: Date): Promise<C | null> {
    const after = await this.deps.counters.add(target, change, readAt);
    // Deleted between our look and our write, which must not stay behind.
    if (after === null) await this.removeOf(target);
    else await this.deps.onCounted?.(after);
    return after;
  }

  private async settle(id: Types.ObjectId, target: Types.ObjectId, op: Types.ObjectId): Promise<void> {
    if (await this.pending.settle(id, op)) this.deps.counters.settled(target, op);
  }

  private readonly key = (target: Types.ObjectId, user: Types.ObjectId) =>
    ({ [this.deps.target]: target, user }) as never;

  private readonly projection = () => Object.fromEntries(this.names.map((name) => [name, 1]));

  private targetOf(document: FlagRecord): Types.ObjectId {
    return (document as unknown as Record<string, Types.ObjectId>)[this.deps.target]!;
  }

  /** The update that changes a flag; where the flag is so already it changes nothing. */
  private flagUpdate({ flag, action, extras = {} }: FlagChange<F>, op: Types.ObjectId): Update {
    const now = this.deps.now();
    const { counter, excludes, time } = this.deps.rules[flag];
    const wanted = action === 'toggle' ? { $not: [isSet(flag)] } : action === 'add';
    const changes = { $ne: [wanted, isSet(flag)] };
    const isAdded = { $and: [wanted, changes] };
    const delta: Record<string, unknown> = { [counter]: { $cond: [wanted, 1, -1] } };
    const flags: Record<string, unknown> = Object.fromEntries(this.names.map((name) => [name, isSet(name)]));
    flags[flag] = wanted;
    if (excludes !== undefined) {
      flags[excludes] = { $and: [isSet(excludes), { $not: [wanted] }] };
      delta[this.deps.rules[excludes].counter] = { $cond: [{ $and: [wanted, isSet(excludes)] }, -1, 0] };
    }
    const onAdding = Object.entries({ ...extras, ...(time === undefined ? {} : { [time]: now }) });
    return [
      {
        $set: {
          ...flags,
          createdAt: { $ifNull: ['$createdAt', now] },
          updatedAt: { $cond: [changes, now, { $ifNull: ['$updatedAt', now] }] },
          ...Object.fromEntries(
            onAdding.map(([name, value]) => [name, { $cond: [isAdded, { $literal: value }, `$${name}`] }]),
          ),
          pending: { $cond: [changes, owing({ op, delta }), '$pending'] },
        },
      },
    ];
  }

  /** The update that takes all flags back. */
  private clearUpdate(op: Types.ObjectId): Update {
    const delta = Object.fromEntries(
      this.names.map((flag) => [this.deps.rules[flag].counter, { $cond: [isSet(flag), -1, 0] }]),
    );
    return [
      {
        $set: {
          ...Object.fromEntries(this.names.map((flag) => [flag, false])),
          pending: { $cond: [{ $or: this.names.map(isSet) }, owing({ op, delta }), '$pending'] },
        },
      },
    ];
  }
}

const isSet = (flag: string) => ({ $eq: [`$${flag}`, true] });
const owing = (change: object) => ({ $concatArrays: [{ $ifNull: ['$pending', []] }, [change]] });
const changeNamed = (op: Types.ObjectId, document: Owing | null): PendingChange | undefined =>
  document?.pending?.find((change) => change.op.equals(op));
