import type { mongo } from 'mongoose';
import { guessedLanguage } from '../content/posts/post-language.js';
import type { Migration } from './migration.js';
import { projectionOf, unchanged, updateEach } from './update-each.js';

interface StoredPost extends mongo.Document {
  _id: mongo.ObjectId;
  title?: string;
  description?: string;
}

const TEXTS = ['title', 'description', 'deletedAt'] as const;
const WITHOUT = { language: { $exists: false } };

/** Adds a guess of their language to posts from before posts had one. */
export const postLanguagesMigration: Migration = {
  name: '0005-post-languages',
  async up(db, signal) {
    const posts = db.collection<StoredPost>('posts');
    await updateEach(
      posts,
      posts.find({ deletedAt: null, ...WITHOUT }, { projection: projectionOf(TEXTS) }),
      async (post) => {
        const { title = '', description = '' } = post;
        return {
          filter: { _id: post._id, ...WITHOUT, ...unchanged(post, TEXTS) },
          update: { $set: { language: await guessedLanguage({ title, description }) } },
        };
      },
      signal,
    );
  },
};
