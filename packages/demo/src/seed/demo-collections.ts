import type { Connection, Model } from 'mongoose';
import {
  boardModel,
  commentLikeModel,
  commentModel,
  collectionOf,
  notificationModel,
  feedStateModel,
  postInteractionModel,
  postModel,
  relationshipModel,
  userModel,
} from '@social-feed/api/seeding';
import { demoSetModel } from './demo-set.model.js';

/** Models for the demo data. Their indexes must exist before the first write. */
export const demoModels = (connection: Connection) => ({
  users: userModel(connection),
  boards: boardModel(connection),
  relationships: relationshipModel(connection),
  posts: postModel(connection),
  interactions: postInteractionModel(connection),
  comments: commentModel(connection),
  commentLikes: commentLikeModel(connection),
  notifications: notificationModel(connection),
  feedStates: feedStateModel(connection),
  sets: demoSetModel(connection),
});
export type DemoModels = ReturnType<typeof demoModels>;

/** The driver's collections of the models; bulk writes need no casting. */
export const demoCollections = (models: DemoModels) => ({
  models,
  users: collectionOf(models.users),
  boards: collectionOf(models.boards),
  relationships: collectionOf(models.relationships),
  posts: collectionOf(models.posts),
  interactions: collectionOf(models.interactions),
  comments: collectionOf(models.comments),
  commentLikes: collectionOf(models.commentLikes),
  notifications: collectionOf(models.notifications),
  sets: collectionOf(models.sets),
});
export type DemoCollections = ReturnType<typeof demoCollections>;

export const listDemoModels = (models: DemoModels) => Object.values(models) as unknown as Model<never>[];
