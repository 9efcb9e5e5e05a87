import type { Router } from 'express';
import type { AppContext } from './context.js';

/** Routers of the features, in the order in which they are asked. A feature adds its own here. */
export const FEATURE_ROUTES: readonly ((ctx: AppContext) => Router)[] = [];
