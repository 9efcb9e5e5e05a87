import type { Migration } from './migration.js';

/** Removes the numbered places of drafts, whose number is counted instead. */
export const draftPlacesMigration: Migration = {
  name: '0008-draft-places',
  up: async (db) => {
    await db.collection('drafts').updateMany({ place: { $exists: true } }, { $unset: { place: 1 } });
  },
};
