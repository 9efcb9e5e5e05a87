import type { RateLimiter } from '../../platform/http/rate-limit.js';
import { createSampledLimit } from '../../platform/http/sampled-limit.js';

const HOUR = 60 * 60 * 1000;
/** Reactions and views that make one use of their limits. */
const EVERY = 20;

/** 600 reactions an hour, 200 on an account's first day. */
export const reactionLimit = (rateLimits: RateLimiter) =>
  createSampledLimit(EVERY, (userId) =>
    rateLimits.consumeForAccount(
      { name: 'reactions', limit: 600 / EVERY, firstDay: 200 / EVERY, window: HOUR },
      userId,
    ),
  );

/** 2,400 reports of views an hour, 1,200 on an account's first day; a report may hold 50. */
export const viewLimit = (rateLimits: RateLimiter) =>
  createSampledLimit(EVERY, (userId) =>
    rateLimits.consumeForAccount(
      { name: 'views', limit: 2400 / EVERY, firstDay: 1200 / EVERY, window: HOUR },
      userId,
    ),
  );
