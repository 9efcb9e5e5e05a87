import type { Types } from 'mongoose';
import type { Logger } from 'pino';
import { newOp, type Counted, type Counters, type Owing, type PendingChange } from './counters.js';
import { Debts } from './debts.js';
import { retryDuplicate } from './duplicate-key.js';
import type { Collection } from './collection-of.js';

/** The flags of one user on one thing: a document with a field per flag and one for the thing. */
export interface FlagRecord extends Owing {
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
}

export interface FlagChange<F> {
  flag: F;
  action: 'add' | 'remove' | 'toggle';
  /** Fields written when the flag becomes set. */
  extras?: object;
}

interface CountedFlagsDeps<F extends string, C extends Counted> {
  collection: Collection<FlagRecord>;
  /** The field that refers to the thing. */
  target: string;
  rules: Readonly<Record<F, FlagRule<F>>>;
  /** The counters of the things. */
  counters: Counters<C>;
  /** Called with a thing after its counters changed. */
  onCounted?: (target: C) => Promise<unknown>;
  /** See `Debts`. The document's `updatedAt` increases with each change. */
  tell?: (document: FlagRecord, change: PendingChange, after?: C) => Promise<unknown>;
  now: () => Date;
  log: Logger;
}

type Update = Record<string, unknown>[];
type Flags<F extends string> = Partial<Record<F, boolean>>;

/**
 * Flags of users on things, and the counters of the things. Each change is a single write: it depends on the stored
 * flags and adds the pending counter change to the same document. So concurrent calls cannot count twice.
 */
export class UserFlags<F extends string, C extends Counted> {
  readonly debts: Debts<FlagRecord, C>;
  private readonly names: F[];

  constructor(private readonly deps: CountedFlagsDeps<F, C>) {
    this.debts = new Debts({
      ...deps,
      targetOf: (document) => this.targetOf(document),
      follow: async (after, document) => {
        // Deleted between the read and the write, so the flags must not remain.
        if (after === null) await this.removeOf(this.targetOf(document));
        else await deps.onCounted?.(after);
      },
    });
    this.names = Object.keys(deps.rules) as F[];
  }

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
    const op = newOp(this.deps.now());
    const update = this.flagUpdate(change, op);
    const after = await retryDuplicate(() =>
      this.deps.collection.findOneAndUpdate(this.key(target, user), update, {
        upsert: change.action !== 'remove',
        returnDocument: 'after',
      }),
    );
    const pending = changeNamed(op, after);
    return {
      flags: (after ?? {}) as Flags<F>,
      target: pending && (await this.debts.pay(after as FlagRecord, pending, { soon: true })),
    };
  }

  /**
   * Sets a flag that excludes no other on several things.
   * @returns the things on which it was not set before
   */
  async addToAll(
    user: Types.ObjectId,
    flag: F,
    things: readonly { target: Types.ObjectId; extras: object }[],
  ): Promise<Set<string>> {
    const { collection, target: field, rules } = this.deps;
    const ids = things.map(({ target }) => target);
    const set = await this.setAmong(user, flag, ids);
    const unset = things.filter(({ target }) => !set.has(target.toHexString()));
    if (unset.length === 0) return new Set();
    const op = newOp(this.deps.now());
    // A concurrent call of this user may insert the same document. Documents already written stay unchanged.
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
    const found = await collection
      .find({ user, [field]: { $in: ids }, 'pending.op': op } as never, { projection: { [field]: 1 } })
      .toArray();
    if (found.length === 0) return new Set();
    const change = { op, delta: { [rules[flag].counter]: 1 } };
    const owing = found as FlagRecord[];
    const there = await this.debts.payAll(owing.map((document) => ({ document, change })));
    return new Set(
      owing.filter((_, index) => there[index]).map((document) => this.targetOf(document).toHexString()),
    );
  }

  /** Returns the flags of a user on a thing. */
  async flagsOf(target: Types.ObjectId, user: Types.ObjectId): Promise<Flags<F>> {
    return ((await this.deps.collection.findOne(this.key(target, user))) ?? {}) as Flags<F>;
  }

  /** Returns the things on which a user has set a flag. */
  async setAmong(user: Types.ObjectId, flag: F, targets: readonly Types.ObjectId[]): Promise<Set<string>> {
    const { collection, target: field } = this.deps;
    const found = await collection
      .find({ user, [field]: { $in: [...targets] }, [flag]: true } as never, {
        projection: { _id: 0, [field]: 1 },
      })
      .toArray();
    return new Set(found.map((document) => this.targetOf(document as FlagRecord).toHexString()));
  }

  /** Removes all flags of a user, and counts that. */
  async removeOfUser(user: Types.ObjectId): Promise<void> {
    const { collection, now } = this.deps;
    for await (const { _id } of collection.find({ user }, { projection: { _id: 1 } })) {
      const op = newOp(now());
      const after = await collection.findOneAndUpdate({ _id }, this.clearUpdate(op), {
        returnDocument: 'after',
      });
      const change = changeNamed(op, after);
      if (change !== undefined) await this.debts.pay(after as FlagRecord, change);
      // A document with a pending change stays for the repair and the next removal.
      await collection.deleteOne({ _id, 'pending.0': { $exists: false } });
    }
  }

  /** Removes all users' flags on a thing in deletion. */
  async removeOf(target: Types.ObjectId): Promise<void> {
    await this.deps.collection.deleteMany({ [this.deps.target]: target });
  }

  private readonly key = (target: Types.ObjectId, user: Types.ObjectId) =>
    ({ [this.deps.target]: target, user }) as never;

  private targetOf(document: FlagRecord): Types.ObjectId {
    return (document as unknown as Record<string, Types.ObjectId>)[this.deps.target]!;
  }

  /** The update that changes a flag; does nothing if the flag already has that value. */
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
          updatedAt: { $cond: [changes, laterThanBefore(now), { $ifNull: ['$updatedAt', now] }] },
          ...Object.fromEntries(
            onAdding.map(([name, value]) => [name, { $cond: [isAdded, { $literal: value }, `$${name}`] }]),
          ),
          pending: { $cond: [changes, owing({ op, delta }), '$pending'] },
        },
      },
    ];
  }

  /** The update that clears all flags. */
  private clearUpdate(op: Types.ObjectId): Update {
    const delta = Object.fromEntries(
      this.names.map((flag) => [this.deps.rules[flag].counter, { $cond: [isSet(flag), -1, 0] }]),
    );
    return [
      {
        $set: {
          ...Object.fromEntries(this.names.map((flag) => [flag, false])),
          updatedAt: laterThanBefore(this.deps.now()),
          pending: { $cond: [{ $or: this.names.map(isSet) }, owing({ op, delta }), '$pending'] },
        },
      },
    ];
  }
}

/** The current time, but always later than the previous change, even if the clocks of two processes differ. */
const laterThanBefore = (now: Date) => ({ $max: [now, { $add: ['$updatedAt', 1] }] });
/** Pipeline expression: whether a flag is set. */
export const isSet = (flag: string) => ({ $eq: [`$${flag}`, true] });
/** Pipeline expression: the document's pending changes plus further ones. */
export const owing = (...changes: object[]) => ({ $concatArrays: [{ $ifNull: ['$pending', []] }, changes] });
const changeNamed = (op: Types.ObjectId, document: Owing | null): PendingChange | undefined =>
  document?.pending?.find((change) => change.op.equals(op));
