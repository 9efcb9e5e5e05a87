import { cursorFeed, infiniteFeed, PAGE } from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { route } from '../../platform/http/route.js';
import { decodeFeedCursor, encodeFeedCursor } from './cursor.js';
import { pageWindow } from './offsets.js';
import { issueSeed } from './random-feed.js';

const FETCHED = 'Posts fetched';

/** The two endless readings (F §7, docs/feed.md). */
export function feedRoutes(ctx: AppContext): Router {
  const router = Router();
  const { feed, lists, hydration } = ctx.content;

  route(ctx, router, infiniteFeed, async ({ query, viewer }) => {
    const { offset, limit, nextPage } = pageWindow(query);
    const seed = query.seed ?? issueSeed();
    const { sortBy, sortOrder } = query;
    const page =
      sortBy === 'random'
        ? await feed.page(seed, offset, limit)
        : await lists
            .sorted({ sortBy, sortOrder }, offset, limit)
            .then(({ posts, hasNext }) => ({ posts, hasNextPage: hasNext }));
    return {
      message: FETCHED,
      data: await hydration.posts(page.posts, viewer?.id ?? null),
      seed,
      hasNextPage: page.hasNextPage,
      nextPage: page.hasNextPage ? nextPage : null,
    };
  });

  // A cursor decides the seed; a `seed` beside it is not looked at.
  route(ctx, router, cursorFeed, async ({ query, viewer }) => {
    const given = query.cursor === undefined || query.cursor === '' ? undefined : query.cursor;
    const from =
      given === undefined ? { seed: query.seed ?? issueSeed(), position: 0 } : decodeFeedCursor(given);
    if (from === undefined) {
      const message = 'cursor is malformed';
      throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'cursor', message }] });
    }
    const limit = given === undefined && query.isFirstLoad === true ? PAGE.feedFirst : query.limit;
    const { posts, position, hasNextPage } = await feed.run(from.seed, from.position, limit);
    return {
      message: FETCHED,
      data: await hydration.posts(posts, viewer?.id ?? null),
      seed: from.seed,
      hasNextPage,
      nextCursor: hasNextPage ? encodeFeedCursor({ seed: from.seed, position }) : null,
    };
  });
  return router;
}
