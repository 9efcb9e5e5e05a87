import type { Types } from 'mongoose';
import type { Platform } from '../../platform/platform.js';
import { MINUTE } from '../../platform/time.js';

const LOOK_EVERY = 5 * MINUTE;
/** Mails per run. If more are due, the next run follows at once. */
const AT_ONCE = 100;

interface DueMails<T> {
  /** Name of the recurring job. */
  name: string;
  /** Name of the job that makes and sends one mail, given `user`. */
  mail: string;
  /** Returns at most so many users whose mail is due. */
  due: (most: number) => Promise<T[]>;
  setNext: (one: T) => Promise<unknown>;
}

/** Looks for due mails and adds a job for each. */
export const defineDueMails = <T extends { _id: Types.ObjectId }>(
  { jobs, now }: Pick<Platform, 'jobs' | 'now'>,
  { name, mail, due, setNext }: DueMails<T>,
): void =>
  jobs.define(name, { every: LOOK_EVERY }, async (_nothing: object, { signal }) => {
    const found = await due(AT_ONCE);
    for (const one of found) {
      signal.throwIfAborted();
      const user = one._id.toHexString();
      // In this order no mail is lost if the process crashes in between. The key keeps it a single job.
      await jobs.add(mail, { user }, { key: user });
      await setNext(one);
    }
    return found.length === AT_ONCE ? { runAt: now() } : undefined;
  });
