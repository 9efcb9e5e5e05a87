import { HOUR } from '../platform/time.js';
import type { RateLimit } from '../platform/http/rate-limit.js';

/** 600 reactions an hour, 200 on an account's first day; those to posts and to comments count together. */
export const REACTIONS_LIMIT: RateLimit = {
  name: 'reactions',
  limit: 30,
  firstDay: 10,
  every: 20,
  window: HOUR,
};
