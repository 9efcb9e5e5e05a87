import type { Router } from 'express';
import { authRoutes } from './auth/auth.routes.js';
import type { AppContext } from './context.js';
import { usersRoutes } from './users/users.routes.js';

/** Routers of the features, in the order in which they are asked. A feature adds its own here. */
export const FEATURE_ROUTES: readonly ((ctx: AppContext) => Router)[] = [authRoutes, usersRoutes];
