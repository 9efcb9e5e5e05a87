import { BEFORE_ALL } from '../content/posts/tag-numbers.js';
import type { Migration } from './migration.js';

/** Marks the tags of all posts as not counted yet; a job counts them. */
export const tagsMigration: Migration = {
  name: '0012-tags',
  up: async (db) => {
    const marked = { tagsDue: { op: BEFORE_ALL, terms: '$tagKeys' } };
    await db.collection('posts').updateMany({ 'tagKeys.0': { $exists: true } }, [{ $set: marked }]);
  },
};
