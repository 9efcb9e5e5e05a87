import type { Endpoint } from '@social-feed/contracts';
import type { Config } from '../config/config.js';
import type { ConcurrencyLimit } from './concurrency.js';
import type { Idempotency } from './idempotency.js';
import type { Authenticate } from './viewer.js';

/** What mounting an endpoint takes; `api.ts` makes one and hands it to the routes of every feature. */
export interface Http {
  readonly config: Pick<Config, 'production' | 'checkAnswers' | 'limits'>;
  /** Finds out who asks. */
  readonly authenticate: Authenticate;
  /** Runs a call once per `Idempotency-Key`. */
  readonly runOnce: Idempotency;
  /** Calls under way that have no bound of their own. */
  readonly places: ConcurrencyLimit;
  /** Every endpoint mounted so far; `route` adds to it. */
  readonly endpoints: Endpoint[];
}
