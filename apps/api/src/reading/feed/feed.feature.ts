import { cursorFeed, feedCommitment, infiniteFeed, PAGE, postChance } from '@social-feed/contracts';
import { authenticationRequired } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import { refuseBeyondDepth } from '../../platform/http/paging.js';
import type { Mount } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE } from '../../platform/time.js';
import type { StoredInteraction, StoredPost } from '../../content/posts/post.presenter.js';
import type { Posts } from '../../content/posts/posts.feature.js';
import type { PostMark, RandomRun } from '../../content/posts/random-feed.js';
import { createChance } from './chance.js';
import { createCompaction } from './compaction.js';
import { decodeSeedCursor, encodeSeedCursor } from '../../order/feed-order/seed-cursor.js';
import type { People } from '../people/people.feature.js';
import { createFollowingFeed } from './following.js';
import { inOtherLanguage, leftOut } from './left-out.js';
import { pageWindow } from './offsets.js';
import type { FeedOrder } from '../../order/feed-order/feed-order.feature.js';
import { issueSeed } from '../../order/feed-order/seed-pins.js';

/** Figures of own posts: 300 an hour. */
const CHANCES_LIMIT: RateLimit = { name: 'chances', limit: 300, window: HOUR };
const FETCHED = 'Posts fetched';

export interface FeedDeps extends Pick<Platform, 'jobs' | 'now'> {
  orders: FeedOrder;
  posts: Pick<Posts, 'random' | 'positions' | 'lists' | 'assembler'>;
  follows: Pick<People, 'followsOf' | 'revisionOf'>;
}

/** The job that keeps the feed dense. */
export const COMPACTION = 'feed-compaction';

/** Creates the feed: its two endless lists and the compaction job. */
export function createFeed({ orders, posts, jobs, follows, now }: FeedDeps) {
  const following = createFollowingFeed({ lists: posts.lists, ...follows, now });
  const { generations } = orders;
  const chance = createChance({ orders, positions: posts.positions, now });
  const compaction = createCompaction({ generations, positions: posts.positions, now });
  const upkeep = { timeLimit: 10 * MINUTE, every: MINUTE / 2 };
  jobs.define(COMPACTION, upkeep, async (_nothing: object, { signal }) =>
    (await compaction.run(signal)) ? { runAt: now() } : undefined,
  );

  /**
   * Formats the posts of a page for the viewer; for random pages also how the order was made (docs/feed-order.md).
   * @param done the viewer's interactions with these posts, if already read
   */
  const shown = async (
    { posts: stored, order }: { posts: StoredPost[]; order?: RandomRun['order'] },
    viewer: Viewer | null,
    done?: ReadonlyMap<string, StoredInteraction>,
  ) => {
    const data = await posts.assembler.posts(stored, viewer?.id ?? null, done);
    if (order === undefined) return { data };
    const { generation, population, numberOf } = order;
    return { data, generation, population, numbers: data.flatMap(({ _id }) => numberOf.get(_id) ?? []) };
  };

  /** The two endless lists (docs/feed.md). */
  const routes = (mount: Mount): void => {
    mount(infiniteFeed, async ({ query, viewer }) => {
      const { offset, limit, nextPage, nextEnd } = pageWindow(query);
      const seed = query.seed ?? issueSeed();
      const { sortBy, sortOrder } = query;
      if (sortBy !== 'random') refuseBeyondDepth(offset + limit);
      const page =
        sortBy === 'random'
          ? await posts.random.run(seed, offset, limit, { looks: 1 })
          : await posts.lists.sorted({ sortBy, sortOrder }, offset, limit);
      // A sorted list ends with the last page within the maximum depth.
      const hasNextPage = page.hasNext && (sortBy === 'random' || nextEnd <= PAGE.depthMax);
      return {
        message: FETCHED,
        ...(await shown(page, viewer)),
        seed,
        hasNextPage,
        nextPage: hasNextPage ? nextPage : null,
      };
    });

    // The cursor contains the seed; a `seed` parameter is ignored.
    mount(cursorFeed, async ({ query, viewer }) => {
      const given = decodeSeedCursor(query.cursor);
      const from = given ?? { seed: query.seed ?? issueSeed(), position: 0 };
      const limit = given === undefined && query.isFirstLoad === true ? PAGE.feedFirst : query.limit;
      if ((query.unseen || query.following) && viewer === null) throw authenticationRequired();
      const done = query.unseen && !query.following ? new Map<string, StoredInteraction>() : undefined;
      const interactions =
        done &&
        (async (found: readonly PostMark[]) => {
          const read = await posts.assembler.interactions(found, viewer?.id ?? '');
          for (const [id, interaction] of read) done.set(id, interaction);
          return done;
        });
      const wanted = { languages: query.languages, viewerId: viewer?.id ?? null, interactions };
      const run =
        query.following && viewer !== null
          ? await following.run(viewer.id, from.seed, from.position, limit, inOtherLanguage(wanted))
          : await posts.random.run(from.seed, from.position, limit, { drop: leftOut(wanted) });
      return {
        message: FETCHED,
        ...(await shown(run, viewer, done)),
        seed: from.seed,
        hasNextPage: run.hasNext,
        nextCursor: run.hasNext ? encodeSeedCursor({ seed: from.seed, position: run.position }) : null,
      };
    });

    mount(postChance, { perAccount: CHANCES_LIMIT }, async ({ params, viewer }) => ({
      data: await chance.read(viewer, params.id),
    }));
    mount(feedCommitment, async () => ({ data: await orders.days.commitment() }));
  };

  return { routes, compaction };
}
