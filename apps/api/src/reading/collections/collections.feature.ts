import * as contracts from '@social-feed/contracts';
import type { Types } from 'mongoose';
import { collectionOf } from '../../platform/db/collection-of.js';
import type { Mount } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { REACTIONS_LIMIT } from '../../content/reactions-limit.js';
import { DETAILS_LIMIT } from '../../content/posts/posts.routes.js';
import { collectionModel } from '../interactions/collection.model.js';
import * as service from './collections.service.js';

/** Posts of a collection that may give its link preview a picture. */
const PREVIEWED = 12;

export type Collections = ReturnType<typeof createCollections>;

type CollectionsDeps = Pick<Platform, 'connection'> & Omit<service.Collecting, 'collections'>;

/** Collections: named sets of a user's saved posts, private or shared by their address. */
export function createCollections(deps: CollectionsDeps) {
  const records = collectionOf(collectionModel(deps.connection));
  const parts = { ...deps, collections: records };

  return {
    routes(mount: Mount): void {
      const reading = { perAddress: DETAILS_LIMIT };
      const writing = { perAccount: REACTIONS_LIMIT };
      mount(contracts.listCollections, reading, async ({ query, viewer }) => ({
        data: await service.list(parts, viewer.id, query.post),
      }));
      mount(contracts.getCollection, reading, ({ params, query, viewer }) =>
        service.read(parts, viewer?.id ?? null, params.collectionId, query),
      );
      mount(contracts.createCollection, writing, async ({ body, viewer }) => ({
        message: 'Collection created',
        data: await service.create(parts, viewer.id, body.name),
      }));
      mount(contracts.updateCollection, writing, async ({ params, body, viewer }) => ({
        message: 'Collection updated',
        data: await service.update(parts, viewer.id, params.collectionId, body),
      }));
      mount(contracts.deleteCollection, writing, async ({ params, viewer }) => {
        await service.remove(parts, viewer.id, params.collectionId);
        return { message: 'Collection deleted' };
      });
      mount(contracts.collectPost, writing, async ({ params, body, viewer }) => ({
        data: await service.change(parts, viewer.id, params.collectionId, body),
      }));
    },
    /** A shared collection with its first posts, as visitors see it. @throws AppError 404 */
    shared: (shareId: string) =>
      service.read(parts, null, shareId, { limit: PREVIEWED, sortBy: 'savedAt', seed: undefined }),
    exportOf: (user: Types.ObjectId) => ({
      collections: records.find({ user }, { projection: { user: 0, key: 0, applied: 0 } }),
    }),
    deleteOf: (user: Types.ObjectId) => records.deleteMany({ user }),
  };
}
