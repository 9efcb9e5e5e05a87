import type { Types } from 'mongoose';
import { newEventId, pendingWith } from '../../platform/events/stored-event.js';
import { isSet } from '../../platform/events/user-flag-updates.js';

export type Flag = 'following' | 'blocking';

/** The wanted value of a flag, and the client's time of the change. */
export interface Wish {
  person: string;
  flag: Flag;
  wanted: boolean;
  at: Date;
  /** Whether to create a missing record: not for undoing an action that never happened. */
  makesRecord: boolean;
}

/** Returns the update that sets or clears a flag, unless a later change was applied before. */
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
        ...(flag === 'following' ? { pending: eventsIf(changes, wanted ? 1 : -1, ops) } : {}),
      },
    },
  ];
}

/** Returns the update that clears both flags. */
export const clearUpdate = (ops: Types.ObjectId[]): Record<string, unknown>[] => [
  { $set: { following: false, blocking: false, pending: eventsIf(isSet('following'), -1, ops) } },
];

/** Each of the two boards gets the difference by its own event. */
const eventsIf = (changes: object, by: number, [theirs, own]: Types.ObjectId[]) => ({
  $cond: [
    changes,
    pendingWith({ op: theirs, delta: { followers: by } }, { op: own, delta: { following: by } }),
    '$pending',
  ],
});

/** Creates ids for the two events of a follow. */
export const newEventIds = (now: Date): Types.ObjectId[] => [newEventId(now), newEventId(now)];
