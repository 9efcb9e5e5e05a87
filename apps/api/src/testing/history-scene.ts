import { EMPTY_POST } from '@social-feed/contracts';
import { Types } from 'mongoose';
import { recount } from '../backup/recount.js';
import { commentRank } from '../content/comments/comment.model.js';
import { postTerms, tagKeys } from '../content/posts/post-terms.js';
import { DAY, SECOND } from '../platform/time.js';
import { createCostMeter } from './cost-meter.js';
import { newPost, userRecord } from './content.js';
import { createTestApp } from './test-app.js';

/** A notification stores no more. */
const ENTRIES = 50;

export type HistoryScene = Awaited<ReturnType<typeof historyScene>>;

/**
 * An app with a history of `size` of everything: an author's posts, the followers of the author, the likes, views and
 * comments of one post, the replies to the first of these; and of a reader, the posts seen and saved, all in one collection, the people followed and the
 * unread notifications.
 */
export async function historyScene(size: number) {
  const app = await createTestApp({
    config: { mongo: { monitorCommands: true }, sessions: { personTtl: 60_000 } },
  });
  const { models, posts } = app.ctx;
  const { agent: writer, user: author } = await app.signUp();
  const { agent: reader, user } = await app.signUp();
  const [authorId, own] = [new Types.ObjectId(author._id), new Types.ObjectId(user._id)];
  const now = app.clock.now();
  const { _id: collection } = (await reader.post('/collections').send({ name: 'Sea' })).body.data;
  const each = <T>(make: (at: Date, index: number) => T): T[] =>
    Array.from({ length: size }, (_, index) => make(new Date(now.getTime() - (index + 1) * SECOND), index));
  /** Inserts records as MongoDB stores them, without the defaults of their model. */
  const insert = (name: 'Comment' | 'Notification' | 'PostInteraction' | 'Relationship', records: object[]) =>
    models[name].collection.insertMany(records);

  const people = each(() => new Types.ObjectId());
  await models.User.collection.insertMany(
    people.map((_id, index) => ({ _id, ...userRecord(`one_${index}`, `One ${index}`, now) })),
  );
  const records = each((createdAt, index) => {
    const words = { ...EMPTY_POST, title: `Walk ${index}`, tags: [`sea${index % 10}`] };
    return newPost(authorId, { ...words, tagKeys: tagKeys(words), searchTerms: postTerms(words), createdAt });
  });
  await posts.positions.insert(records);
  // the jobs that add new posts to the totals of their authors and count their tags
  await app.ctx.boards.totals.run();
  await posts.tags.run();
  const post = records[0]!._id;
  const times = { createdAt: now, updatedAt: now, viewed: true, viewedAt: now };
  const saved = { user: own, saved: true, collections: [new Types.ObjectId(collection as string)] };
  await insert('PostInteraction', [
    ...each((savedAt, index) => ({ post: records[index]!._id, ...saved, savedAt, ...times })),
    ...each((likedAt, index) => ({ post, user: people[index], liked: true, likedAt, ...times })),
  ]);
  const comment = new Types.ObjectId();
  await insert('Comment', [
    ...each((createdAt, index) => {
      const rank = commentRank(0, createdAt);
      const first = index === 0 ? { _id: comment, replies: size } : {};
      return { post, user: people[index], body: 'Yes', likes: 0, createdAt, rank, ...first };
    }),
    ...each((createdAt, index) => ({
      ...{ post, parent: comment, user: people[index], body: 'Yes too', likes: 0, createdAt },
    })),
  ]);
  const following = { following: true, blocking: false };
  await insert('Relationship', [
    ...each((followingSince, index) => ({ user: own, person: people[index], ...following, followingSince })),
    ...each((followingSince, index) => ({
      ...{ user: people[index], person: authorId, ...following, followingSince },
    })),
  ]);
  const actors = people.slice(0, ENTRIES);
  await insert(
    'Notification',
    each((at, index) => {
      const about = records[index]!._id;
      const entries = actors.map((ref) => ({ ref, user: ref, at, changedAt: at, isOn: true }));
      const fields = { kind: 'like', recipient: own, post: about, entries, more: false };
      const state = { at, readAt: null, isUnread: true, touchedAt: at };
      const _id = ['like', own.toHexString(), about.toHexString()].join(':');
      return { _id, ...fields, ...state, expiresAt: new Date(now.getTime() + DAY) };
    }),
  );
  await recount(app.ctx.connection.db!);
  const ids = {
    ...{ author: author._id, userName: author.userName, readerId: user._id },
    ...{ post: post.toHexString(), comment: comment.toHexString(), collection: collection as string },
  };
  return {
    app,
    agents: { reader, author: writer, visitor: app.agent() },
    ...ids,
    measure: createCostMeter(app),
  };
}
