import type { Types } from 'mongoose';
import { isSet, owing } from '../../platform/db/counted-flags.js';
import { newOp } from '../../platform/db/counters.js';

export type Flag = 'following' | 'blocking';

/** A flag as somebody wants it, since a time by their clock. */
export interface Wish {
  person: string;
  flag: Flag;
  wanted: boolean;
  at: Date;
  /** Whether its record is made where there is none: not for taking back what was never done. */
  makesRecord: boolean;
}

/** The update that sets or clears a flag; where a later change was made it changes nothing. */
export function wishUpdate(
  { flag, wanted, at }: Wish,
  now: Date,
  ops: Types.ObjectId[],
): Record<string, unknown>[] {
  const [since, changedAt] = [`${flag}Since`, `${flag}ChangedAt`];
  const isNewer = { $lt: [{ $ifNull: [`$${changedAt}`, null] }, at] };
  const changes = { $and: [isNewer, { $ne: [wanted, isSet(flag)] }] };
  const other = flag === 'following' ? 'blocking' : 'following';
  return [
    {
      $set: {
        [flag]: { $cond: [isNewer, wanted, isSet(flag)] },
        [other]: isSet(other),
        [changedAt]: { $cond: [isNewer, at, `$${changedAt}`] },
        ...(wanted ? { [since]: { $cond: [changes, now, `$${since}`] } } : {}),
        ...(flag === 'following' ? { pending: owingIf(changes, wanted ? 1 : -1, ops) } : {}),
      },
    },
  ];
}

/** The update that takes all back. */
export const clearUpdate = (ops: Types.ObjectId[]): Record<string, unknown>[] => [
  { $set: { following: false, blocking: false, pending: owingIf(isSet('following'), -1, ops) } },
];

/** Both boards are owed the difference, each by a change of its own. */
const owingIf = (changes: object, by: number, [theirs, own]: Types.ObjectId[]) => ({
  $cond: [
    changes,
    owing({ op: theirs, delta: { followers: by } }, { op: own, delta: { following: by } }),
    '$pending',
  ],
});

/** Names for the two changes that one follow owes. */
export const newOps = (now: Date): Types.ObjectId[] => [newOp(now), newOp(now)];
