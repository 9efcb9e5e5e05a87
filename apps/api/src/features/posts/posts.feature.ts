import { PAGE } from '@social-feed/contracts';
import { Router } from 'express';
import type { Connection, Types } from 'mongoose';
import { createLookup } from '../../platform/db/batch-loader.js';
import { findSingleBatch } from '../../platform/db/find-single-batch.js';
import type { Http } from '../../platform/http/http.js';
import type { RateLimiter } from '../../platform/http/rate-limit.js';
import type { CursorSealer } from '../../platform/http/paging.js';
import type { Jobs } from '../../platform/jobs/jobs.js';
import { FeedPlaces, type FeedNumbers } from './feed-places.js';
import { PostAssembler, type PostAssemblerDeps } from './post-assembler.js';
import { PostLists, type RandomOrders } from './post-lists.js';
import { postModel, type PostRecord } from './post.model.js';
import { POST_PROJECTION, type StoredPost } from './post.presenter.js';
import { mountPosts } from './posts.routes.js';
import { defineVisibilityJob } from './post-visibility.js';
import { countTags } from './tag-counts.js';
import { PostsService, type PostsServiceDeps } from './posts.service.js';

export interface PostsDeps
  extends PostAssemblerDeps, Omit<PostsServiceDeps, 'posts' | 'places' | 'assembler'> {
  connection: Connection;
  numbers: FeedNumbers;
  random: RandomOrders;
  rateLimits: Pick<RateLimiter, 'consumeForAccount'>;
  cursors: CursorSealer;
  jobs: Pick<Jobs, 'define'>;
  isSuspended: (userId: Types.ObjectId) => Promise<boolean>;
}

export type Posts = ReturnType<typeof createPosts>;

/** Posts of one lookup: a page, twice over where a cursor looks past gaps. */
const LOOKUP_MAX = 2 * PAGE.limitMax;

const FEED_POST_PROJECTION = { ...POST_PROJECTION, feedKeys: 1 } as const;
type FeedPost = StoredPost & Pick<PostRecord, 'feedKeys'>;

/** Posts at some places of the feed. */
export const atKeys = (keys: readonly number[]) => ({ feedKeys: { $in: keys } });

/** Posts: kept, listed and made into answers. It alone reads and writes the collection `posts`. */
export function createPosts(deps: PostsDeps) {
  const posts = postModel(deps.connection);
  const places = new FeedPlaces(posts, deps.numbers);
  const assembler = new PostAssembler(deps);
  const service = new PostsService({ ...deps, posts, places, assembler });
  const lists = new PostLists({ ...deps, posts, assembler });
  defineVisibilityJob({ ...deps, places });
  const findAtKeys = findSingleBatch<FeedPost>(posts as never, FEED_POST_PROJECTION, LOOKUP_MAX);

  return {
    routes: (http: Http): Router => mountPosts(http, Router(), { ...deps, service, lists }),
    service,
    lists,
    assembler,
    places,
    /** Tags that begin with a text. */
    countTags: (wanted: Parameters<typeof countTags>[1]) => countTags(posts, wanted),
    /** Posts by their places in the feed. */
    postsAt: createLookup<number, FeedPost>({
      read: (keys) => findAtKeys(atKeys(keys)),
      keysOf: (post) => post.feedKeys,
      max: LOOKUP_MAX,
    }),
  };
}
