import { Types } from 'mongoose';
import type { Jobs } from '../../platform/jobs/jobs.js';
import type { FeedPlaces } from './feed-places.js';

interface VisibilityJob {
  user: string;
  /** Whether it ran once already. */
  again?: boolean;
}

interface VisibilityDeps {
  jobs: Pick<Jobs, 'define'>;
  places: FeedPlaces;
  isSuspended: (userId: Types.ObjectId) => Promise<boolean>;
  now: () => Date;
}

const TYPE = 'post-visibility';
const MINUTE = 60_000;

/** Has the posts of a user hidden or shown, as the user's suspension now asks for. */
export const addVisibilityJob = (jobs: Pick<Jobs, 'add'>, userId: Types.ObjectId): Promise<void> =>
  jobs.add(TYPE, { user: userId.toHexString() }, { key: userId.toHexString() });

/** One such job of a user runs at a time, so the last one decides. */
export function defineVisibilityJob({ jobs, places, isSuspended, now }: VisibilityDeps): void {
  jobs.define(TYPE, { timeLimit: 10 * MINUTE }, async ({ user, again = false }: VisibilityJob) => {
    const id = new Types.ObjectId(user);
    await ((await isSuspended(id)) ? places.hide(id) : places.show(id));
    // Once more when every request that was under way has ended, which may have written a post.
    return again ? undefined : { runAt: new Date(now().getTime() + MINUTE), payload: { user, again: true } };
  });
}
