import { Types } from 'mongoose';
import { expect } from 'vitest';
import type { TestApp } from './test-app.js';

/** Stored counters beside the numbers of the documents that they count. */
export async function countersOf(app: TestApp, post: string) {
  const { Post, PostInteraction, Comment } = app.ctx.models;
  const _id = new Types.ObjectId(post);
  const stored = await Post.findById(_id).lean();
  const flag = (name: string) => PostInteraction.countDocuments({ post: _id, [name]: true });
  return {
    stored: {
      views: stored?.views,
      likes: stored?.likes,
      dislikes: stored?.dislikes,
      shares: stored?.shares,
      saves: stored?.saves,
      commentsCount: stored?.commentsCount,
    },
    counted: {
      views: await flag('viewed'),
      likes: await flag('liked'),
      dislikes: await flag('disliked'),
      shares: await flag('shared'),
      saves: await flag('saved'),
      commentsCount: await Comment.countDocuments({ post: _id }),
    },
  };
}

/** That a post's counters are those of its documents, and none below 0. @returns them */
export async function expectExactCounters(app: TestApp, post: string) {
  const { stored, counted } = await countersOf(app, post);
  expect(stored).toEqual(counted);
  expect(Math.min(...Object.values(counted))).toBeGreaterThanOrEqual(0);
  return counted;
}
