import { searchPeople, searchTags } from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { route } from '../../platform/http/route.js';
import { findPeople, findTags } from './search.service.js';

/** Search for people and tags; posts are found by `GET /posts?q=`. */
export function searchRoutes(ctx: AppContext): Router {
  const router = Router();
  route(ctx, router, searchPeople, ({ query }) => findPeople(ctx, query));
  route(ctx, router, searchTags, ({ query }) => findTags(ctx, query));
  return router;
}
