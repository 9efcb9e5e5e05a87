import { EMPTY_POST, fieldsFor, filled, type PostFields } from '@social-feed/contracts';
import type { mongo } from 'mongoose';
import { postTerms, tagKeys } from '../content/posts/post-terms.js';
import { personTerms } from '../community/users/people-terms.js';
import type { Migration } from './migration.js';
import { projectionOf, unchanged, updateEach } from './update-each.js';

type StoredPost = mongo.Document & { _id: mongo.ObjectId } & Partial<PostFields>;
interface StoredUser extends mongo.Document {
  _id: mongo.ObjectId;
  fullName?: string;
  userName?: string;
}

const TEXTS = [...fieldsFor('search', 'prose'), 'hidden', 'deletedAt'];
const NAMES = ['fullName', 'userName'] as const;
/** What posts and people are found by. */
export const SEARCHED = [...fieldsFor('search'), 'fullName'];

/** Recomputes the search terms of these posts and users, and the tag keys of the posts. */
export async function updateTerms(db: mongo.Db, signal: AbortSignal, which: object): Promise<void> {
  const posts = db.collection<StoredPost>('posts');
  // Posts in deletion are in no list.
  const livingPosts = posts.find({ deletedAt: null, ...which }, { projection: projectionOf(TEXTS) });
  await updateEach(
    posts,
    livingPosts,
    (post) => {
      const written = filled(EMPTY_POST, post);
      return {
        filter: { _id: post._id, ...unchanged(post, TEXTS) },
        update: {
          $set: { searchTerms: postTerms(written), tagKeys: tagKeys(written) },
          $unset: { searchWords: 1 },
        },
      };
    },
    signal,
  );

  const users = db.collection<StoredUser>('users');
  await updateEach(
    users,
    users.find(which, { projection: projectionOf(NAMES) }),
    (user) => {
      const { fullName = '', userName = '' } = user;
      return {
        filter: { _id: user._id, ...unchanged(user, NAMES) },
        update: { $set: { searchTerms: personTerms({ fullName, userName }) } },
      };
    },
    signal,
  );
}

/** Adds search terms to posts and users, and tag keys without accents to posts. */
export const searchTermsMigration: Migration = {
  name: '0001-search-terms',
  async up(db, signal) {
    await updateTerms(db, signal, {});
    await db
      .collection('posts')
      .updateMany({ searchWords: { $exists: true } }, { $unset: { searchWords: 1 } });
  },
};
