import { liftSuspension, listSuspended, suspendUser } from '@social-feed/contracts';
import { Router } from 'express';
import type { AppContext } from '../../context.js';
import { AppError } from '../../platform/http/errors.js';
import { route } from '../../platform/http/route.js';
import type { Viewer } from '../../platform/http/viewer.js';

function requireAdmin(viewer: Viewer): void {
  if (!viewer.isAdmin) throw new AppError('PERMISSION_DENIED', 'Permission denied');
}

/** What admins do to users; posts and comments they remove by the calls that owners use (design §4). */
export function adminRoutes(ctx: AppContext): Router {
  const router = Router();
  const { admin } = ctx;
  route(ctx, router, suspendUser, async ({ viewer, params, body }) => {
    requireAdmin(viewer);
    return { message: 'User suspended', data: await admin.suspend(viewer, params.userId, body.reason) };
  });
  route(ctx, router, liftSuspension, async ({ viewer, params, body }) => {
    requireAdmin(viewer);
    return { message: 'Suspension lifted', data: await admin.lift(viewer, params.userId, body.reason) };
  });
  route(ctx, router, listSuspended, ({ viewer, query }) => {
    requireAdmin(viewer);
    return admin.suspended(query.page, query.limit);
  });
  return router;
}
