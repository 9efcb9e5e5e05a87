import { todaysHand } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError } from '../../platform/http/errors.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { MINUTE, utcDay } from '../../platform/time.js';
import { LISTED } from '../../order/feed-order/feed-positions.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import { createHands, type HandsDeps } from './hands.js';

interface TodayDeps extends Pick<Platform, 'jobs'>, HandsDeps {
  posts: Pick<Posts, 'random' | 'lists' | 'assembler'>;
}

export type Today = ReturnType<typeof createToday>;

/** The job that draws the hand of a day, so that each day has one even if nobody opens it. */
export const DRAWING = 'todays-hand';

/** Today's hand: a few posts for each day, the same for everybody. */
export function createToday(deps: TodayDeps) {
  const { posts, jobs, now } = deps;
  const hands = createHands(deps);
  const today = () => utcDay(now());

  jobs.define(DRAWING, { every: 5 * MINUTE }, async () => {
    await hands.of(today());
  });

  /**
   * Returns a day's hand as a reader sees it now, with the numbers of those posts.
   * @param viewerId `null` for a visitor
   * @throws AppError 404 for a day without a hand
   */
  async function shown(day: string, viewerId: string | null) {
    const found = await hands.of(day);
    if (found === undefined) throw new AppError('NOT_FOUND', t`There is no hand of this day`);
    const { hand, before } = found;
    const stored = await posts.lists.stored(hand.posts, LISTED);
    const data = await posts.assembler.posts(stored, viewerId);
    const numberOf = new Map(hand.posts.map((id, index) => [id.toHexString(), hand.numbers[index]!]));
    return { hand, before, data, numbers: data.flatMap(({ _id }) => numberOf.get(_id) ?? []) };
  }

  return {
    shown,
    today,
    /** Mount this before the posts, whose path `/posts/:id` would match. */
    routes(mount: Mount): void {
      mount(todaysHand, async ({ query, viewer }) => {
        const { hand, before, data, numbers } = await shown(query.date ?? today(), viewer?.id ?? null);
        const { _id: date, seed, generation, population } = hand;
        return { date, data, seed, generation, population, numbers, dayBefore: before };
      });
    },
  };
}
