import type { Types } from 'mongoose';
import { pendingWith, type StoredEvent } from './stored-event.js';

/** How a flag is counted. */
export interface FlagRule<F extends string> {
  /** The thing's counter of users who set the flag. */
  counter: string;
  /** The flag cleared by setting this one. */
  excludes?: F;
  /** The field for the time at which it was set. */
  time?: string;
  /** A list that is removed when the flag is cleared. */
  clears?: string;
  /** The user's counter of things with the flag. */
  own?: string;
}

/** A change of the user's counter; `cleared` is the list that was removed with the flag. */
export type OwnEvent = StoredEvent & { cleared?: Types.ObjectId[] };

export type FlagRules<F extends string> = Readonly<Record<F, FlagRule<NoInfer<F>>>>;

export interface FlagChange<F> {
  flag: F;
  action: 'add' | 'remove' | 'toggle';
  /** Fields written when the flag becomes set. */
  extras?: object;
}

type Update = Record<string, unknown>[];
/** The event of a change, and when it happens. */
interface Change {
  op: Types.ObjectId;
  /** Of the event of the user's counter. */
  ownOp: Types.ObjectId;
  at: Date;
}

/** The update that changes a flag; does nothing if the flag already has that value. */
export function flagUpdate<F extends string>(
  rules: FlagRules<F>,
  { flag, action, extras = {} }: FlagChange<F>,
  { op, ownOp, at }: Change,
): Update {
  const { counter, excludes, time, clears, own } = rules[flag];
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
  const ownEvents = own === undefined ? [] : [ownEventOf(rules[flag], ownOp, wanted)];
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
        pending: { $cond: [changes, pendingWith(...ownEvents, { op, delta }), '$pending'] },
      },
    },
  ];
}

/** The event of the user's counter; before that of the thing, whose delivery may remove the record. */
const ownEventOf = ({ own, clears }: FlagRule<string>, op: Types.ObjectId, wanted: unknown) => ({
  op,
  delta: { [own!]: { $cond: [wanted, 1, -1] } },
  ...(clears === undefined ? {} : { cleared: { $cond: [wanted, [], { $ifNull: [`$${clears}`, []] }] } }),
});

/** The update that clears the flag of a rule with `own`, because the thing is being deleted. */
export function ownClearUpdate<F extends string>(rules: FlagRules<F>, flag: F, op: Types.ObjectId): Update {
  const { clears } = rules[flag];
  return [
    {
      $set: {
        [flag]: false,
        pending: { $cond: [isSet(flag), pendingWith(ownEventOf(rules[flag], op, false)), '$pending'] },
        ...(clears === undefined ? {} : { [clears]: '$$REMOVE' }),
      },
    },
  ];
}

/** The update that clears all flags. The counters of the user are removed too. */
export function clearUpdate<F extends string>(
  rules: FlagRules<F>,
  { op, at }: Omit<Change, 'ownOp'>,
): Update {
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

/** The current time, but always later than the previous change, even if the clocks of two processes differ. */
const laterThanBefore = (now: Date) => ({ $max: [now, { $add: ['$updatedAt', 1] }] });
/** Pipeline expression: whether a flag is set. */
export const isSet = (flag: string) => ({ $eq: [`$${flag}`, true] });
