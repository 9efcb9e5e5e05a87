import { Types } from 'mongoose';
import { expect, it } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { appScene } from '../../testing/scene.js';
import { counterMigration } from './counters.migration.js';

const scene = appScene();

it('counts what interrupted changes of the old kind named, and keeps the likes of comments', async () => {
  const { connection, models } = scene.app.ctx;
  const { viewer } = await insertUser(scene.app);
  const author = await insertUser(scene.app);
  const [post] = (await insertPosts(scene.app, 1, author._id)) as [string];
  await scene.app.ctx.interactions.reactions.toggle(viewer, post, 'like');
  const comment = await scene.app.ctx.comments.service.create(viewer, post, 'Still here');
  await scene.app.ctx.comments.service.toggleLike(viewer, comment._id);
  const gone = new Types.ObjectId();
  await models.PostInteraction.collection.insertOne({ post: gone, user: author._id, liked: true });
  await models.CommentLike.collection.updateMany({}, { $unset: { liked: 1 } });
  await models.Post.updateOne({ _id: post }, { $set: { likes: 7, commentsCount: 0 } });
  await models.Comment.updateOne({ _id: comment._id }, { $set: { likes: 0 } });
  await connection.collection('counterintents').insertMany([
    {
      targets: [
        { kind: 'post', id: new Types.ObjectId(post) },
        { kind: 'post', id: gone },
      ],
    },
    { targets: [{ kind: 'comment', id: new Types.ObjectId(comment._id) }] },
  ]);

  await counterMigration.run(connection);
  await counterMigration.run(connection);

  expect(await models.Post.findById(post).lean()).toMatchObject({ likes: 1, commentsCount: 1 });
  expect(await models.Comment.findById(comment._id).lean()).toMatchObject({ likes: 1 });
  expect(await models.CommentLike.countDocuments({ liked: true })).toBe(1);
  expect(await models.PostInteraction.countDocuments({ post: gone })).toBe(0);
  expect(await connection.db!.listCollections({ name: 'counterintents' }).toArray()).toEqual([]);
});
