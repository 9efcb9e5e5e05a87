import { DEMO_EPOCH, DEMO_SEED } from './people.js';
import { distinctBelow, randomFor } from './random.js';
import { authorOf, createdAtOf } from './schedule.js';
import type { DemoOptions, DemoReaction } from './types.js';

/** Larger sets get fewer reactions per post, so that a million posts do not have tens of millions. */
const FULL_DENSITY_POSTS = 5_000;
const LEAST_DENSITY = 0.02;

/**
 * Reaction density for a set of this size: 1 up to 5,000 posts, then decreasing.
 * @param total number of posts in the set
 */
export function reactionDensity(total: number): number {
  return Math.max(LEAST_DENSITY, Math.min(1, FULL_DENSITY_POSTS / Math.max(1, total)));
}

/** Rounds up or down at random, so that the average stays the same. */
export function randomRound(value: number, draw: number): number {
  return Math.floor(value) + (draw < value - Math.floor(value) ? 1 : 0);
}

/** A number with a long tail: half of all draws are below 1, one in a hundred above 25. */
export function longTail(draw: number): number {
  return (1 - draw) ** -0.78 - 0.72;
}

/**
 * Returns a post's viewers and their reactions, without duplicates and without the author. A user never both likes
 * and dislikes.
 * @param index number of the post
 */
export function reactionsOf(index: number, options: DemoOptions): DemoReaction[] {
  const now = DEMO_EPOCH.getTime();
  const random = randomFor(DEMO_SEED, 'reactions', index);
  const author = authorOf(index, options);
  const created = createdAtOf(index, options).getTime();
  const wanted = (2 + 5 * longTail(random.next())) * reactionDensity(options.total);
  const viewers = distinctBelow(random, options.people, randomRound(wanted, random.next()), author);
  const likeRate = 0.2 + 0.5 * random.next();
  const saveRate = random.chance(0.5) ? 0.16 * random.next() : 0.02;
  return viewers.map((person) => {
    const liked = random.chance(likeRate);
    const spread = Math.min(now - created, random.next() ** 3 * 20 * 86_400_000);
    return {
      person,
      liked,
      disliked: !liked && random.chance(0.035),
      saved: random.chance(liked ? saveRate * 1.5 : saveRate * 0.5),
      shared: random.chance(liked ? 0.07 : 0.01),
      viewed: true,
      at: new Date(created + Math.max(0, Math.floor(spread))),
      viewDuration: 1 + Math.round(3 * longTail(random.next() * 0.98)),
      referralSource: random.weighted([
        ['feed', 78],
        ['profile', 12],
        ['search', 6],
        ['direct', 4],
      ]),
    };
  });
}
