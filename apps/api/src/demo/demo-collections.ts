import type { Connection, Model } from 'mongoose';
import { boardModel } from '../features/boards/board.model.js';
import { commentLikeModel, commentModel } from '../features/comments/comment.model.js';
import { native } from '../platform/db/native.js';
import { feedStateModel } from '../features/feed/feed.model.js';
import { postInteractionModel } from '../features/interactions/interaction.model.js';
import { postModel } from '../features/posts/post.model.js';
import { userModel } from '../features/users/user.model.js';
import { demoSetModel } from './demo-set.model.js';

/** The models that demo data are written to; their indexes must stand before the first write. */
export const demoModels = (connection: Connection) => ({
  users: userModel(connection),
  boards: boardModel(connection),
  posts: postModel(connection),
  interactions: postInteractionModel(connection),
  comments: commentModel(connection),
  commentLikes: commentLikeModel(connection),
  feedStates: feedStateModel(connection),
  sets: demoSetModel(connection),
});
export type DemoModels = ReturnType<typeof demoModels>;

/** The driver's collections of the models: bulk writes need no casting. */
export const demoCollections = (models: DemoModels) => ({
  models,
  users: native(models.users),
  boards: native(models.boards),
  posts: native(models.posts),
  interactions: native(models.interactions),
  comments: native(models.comments),
  commentLikes: native(models.commentLikes),
  sets: native(models.sets),
});
export type DemoCollections = ReturnType<typeof demoCollections>;

export const listDemoModels = (models: DemoModels) => Object.values(models) as unknown as Model<never>[];
