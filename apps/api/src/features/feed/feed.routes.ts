import { cursorFeed, infiniteFeed, PAGE } from '@social-feed/contracts';
import type { Router } from 'express';
import { AppError } from '../../platform/http/errors.js';
import type { Http } from '../../platform/http/http.js';
import { refuseBeyondDepth } from '../../platform/http/paging.js';
import { route } from '../../platform/http/route.js';
import type { Posts } from '../posts/posts.feature.js';
import { decodeFeedCursor, encodeFeedCursor } from './cursor.js';
import { pageWindow } from './offsets.js';
import { issueSeed } from './permutation.js';
import type { RandomFeed } from './random-feed.js';

const FETCHED = 'Posts fetched';

interface FeedRoutesDeps {
  feed: RandomFeed;
  posts: Pick<Posts, 'lists' | 'assembler'>;
}

/** Mounts the two endless readings (docs/feed.md). */
export function mountFeed(http: Http, router: Router, { feed, posts }: FeedRoutesDeps): Router {
  route(http, router, infiniteFeed, async ({ query, viewer }) => {
    const { offset, limit, nextPage } = pageWindow(query);
    const seed = query.seed ?? issueSeed();
    const { sortBy, sortOrder } = query;
    if (sortBy !== 'random') refuseBeyondDepth(offset + limit);
    const page =
      sortBy === 'random'
        ? await feed.page(seed, offset, limit)
        : await posts.lists.sorted({ sortBy, sortOrder }, offset, limit);
    // A sorted reading ends where pages end.
    const hasNextPage = page.hasNext && (sortBy === 'random' || offset + limit < PAGE.depthMax);
    return {
      message: FETCHED,
      data: await posts.assembler.posts(page.posts, viewer?.id ?? null),
      seed,
      hasNextPage,
      nextPage: hasNextPage ? nextPage : null,
    };
  });

  // A cursor decides the seed; a `seed` beside it is not looked at.
  route(http, router, cursorFeed, async ({ query, viewer }) => {
    const given = query.cursor === undefined || query.cursor === '' ? undefined : query.cursor;
    const from =
      given === undefined ? { seed: query.seed ?? issueSeed(), position: 0 } : decodeFeedCursor(given);
    if (from === undefined) {
      const message = 'cursor is malformed';
      throw new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'cursor', message }] });
    }
    const limit = given === undefined && query.isFirstLoad === true ? PAGE.feedFirst : query.limit;
    const run = await feed.run(from.seed, from.position, limit);
    return {
      message: FETCHED,
      data: await posts.assembler.posts(run.posts, viewer?.id ?? null),
      seed: from.seed,
      hasNextPage: run.hasNext,
      nextCursor: run.hasNext ? encodeFeedCursor({ seed: from.seed, position: run.position }) : null,
    };
  });
  return router;
}
