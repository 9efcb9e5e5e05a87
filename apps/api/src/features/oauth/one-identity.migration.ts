import type { Types } from 'mongoose';
import type { Migration } from '../../platform/db/migrations.js';

/** Of several accounts of one provider that a user has connected, the last used stays: an index holds that from now on. */
export const oneIdentityPerProvider: Migration = {
  name: '2026-11-22-one-identity-per-provider',
  async run(connection) {
    const identities = connection.collection('identities');
    const several = identities.aggregate<{ ids: Types.ObjectId[] }>([
      { $sort: { lastUsedAt: -1 } },
      { $group: { _id: { user: '$user', provider: '$provider' }, ids: { $push: '$_id' } } },
      { $match: { 'ids.1': { $exists: true } } },
    ]);
    for await (const { ids } of several) await identities.deleteMany({ _id: { $in: ids.slice(1) } });
  },
};
