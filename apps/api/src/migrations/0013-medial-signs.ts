import type { mongo } from 'mongoose';
import { tagKeys } from '../content/posts/post-terms.js';
import { BEFORE_ALL } from '../content/posts/tag-numbers.js';
import type { Migration } from './migration.js';
import { matching, projectionOf, unchanged, updateEach } from './update-each.js';

interface StoredPost extends mongo.Document {
  _id: mongo.ObjectId;
  title?: string;
  description?: string;
  tags?: string[];
  tagKeys?: string[];
  tagsDue?: { terms: string[] };
}

const FIELDS = ['title', 'description', 'tags', 'tagKeys', 'hidden', 'deletedAt'] as const;
/** Maqaf, the tsheg that keeps lines together, the wave dash in both forms, the double hyphen. */
const SIGNS = ['\u05be', '\u0f0c', '\u301c', '\uff5e', '\u30a0'];

/** Recomputes the tags of posts whose texts match one of these expressions, and has a job count these and the former tags. */
export async function recountTags(
  db: mongo.Db,
  signal: AbortSignal,
  expressions: readonly string[],
): Promise<void> {
  const posts = db.collection<StoredPost>('posts');
  const withTexts = matching(['title', 'description', 'tags'], expressions);
  await updateEach(
    posts,
    // Posts in deletion are in no list.
    posts.find({ deletedAt: null, ...withTexts }, { projection: projectionOf([...FIELDS, 'tagsDue']) }),
    (post) => {
      const { title = '', description = '', tags = [] } = post;
      const keys = tagKeys({ title, description, tags });
      const terms = [...new Set([...(post.tagsDue?.terms ?? []), ...(post.tagKeys ?? []), ...keys])];
      return {
        filter: { _id: post._id, ...unchanged(post, FIELDS) },
        update: {
          $set: { tagKeys: keys, ...(terms.length > 0 ? { tagsDue: { op: BEFORE_ALL, terms } } : {}) },
        },
      };
    },
    signal,
  );
}

/** Finds posts by tags with signs that ended a tag before. */
export const medialSignsMigration: Migration = {
  name: '0013-medial-signs',
  up: (db, signal) => recountTags(db, signal, SIGNS),
};
