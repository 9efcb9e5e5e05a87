import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import type { Config } from '../config/config.js';
import { LruCache } from '../lru-cache.js';
import { currentRequest } from '../request-context.js';
import { retryDuplicate } from '../db/duplicate-key.js';
import { collectionOf } from '../db/collection-of.js';
import { modelOf } from '../db/record.js';
import { addressKey, clientAddress } from './client-address.js';
import { tooManyRequests } from './errors.js';
import { DAY } from '../time.js';

/** Maximum subjects counted in memory for limits with `every`; the oldest are dropped. */
const REMEMBERED = 10_000;

/** A maximum number of calls within a window in milliseconds. */
export interface RateLimit {
  /** Lower-case words with hyphens: part of the stored key, and sent to callers. */
  name: string;
  limit: number;
  window: number;
  /** The lower limit of an account that is less than a day old or unconfirmed; see `consumeForAccount`. */
  firstDay?: number;
  /**
   * For frequent actions: each process counts locally and writes one use per `every` calls. After a rejection it
   * checks every call.
   */
  every?: number;
}

/** One use of a limit, which can be refunded if it should not count. */
export interface RateLimitHit {
  refund: () => Promise<unknown>;
}

/** Combines hits of several limits. */
export const combineHits = (hits: readonly RateLimitHit[]): RateLimitHit => ({
  refund: () => Promise.all(hits.map((hit) => hit.refund())),
});

/** One limit in one window. `_id` names both; the account or address in it is hashed. */
const schema = new Schema({
  _id: { type: String, required: true },
  count: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
type ThrottleRecord = InferSchemaType<typeof schema>;
export const throttleModel = modelOf<ThrottleRecord>('Throttle', 'throttles', schema, {
  backup: 'kept',
  ofUser: null,
  expires: { at: 'expiresAt' },
  aboutCalls: true,
});

/**
 * Whether the user's account is less than a day old or unconfirmed. An ID starts with the second of its creation.
 */
export const isNewAccount = (userId: string, now: Date, unconfirmed = false): boolean =>
  unconfirmed ||
  currentRequest()?.unconfirmed === true ||
  now.getTime() - Number.parseInt(userId.slice(0, 8), 16) * 1000 < DAY;

/** A limit after the host's factor. */
export const widened = (limit: number, factor: number): number => Math.max(1, Math.floor(limit * factor));

interface RateLimiterDeps {
  connection: Connection;
  config: Pick<Config, 'rateLimitFactor' | 'accountLimitFactor' | 'secrets'>;
  now: () => Date;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts actions in the database, so that all processes share one count. The count increases before the action, so
 * concurrent calls cannot exceed the limit. Every function throws AppError 429 with `Retry-After` when the limit of
 * the window is used up.
 */
export function createRateLimiter({ connection, config, now }: RateLimiterDeps) {
  const records = collectionOf(throttleModel(connection));
  const uncounted = new LruCache<string, number>(REMEMBERED);

  /** Whether enough calls were counted to write a use. */
  const isDue = (key: string, every: number): boolean => {
    const count = (uncounted.get(key) ?? 0) + 1;
    if (count >= every) uncounted.delete(key);
    else uncounted.set(key, count);
    return count >= every;
  };

  const consume = async (
    { name, limit, window, every = 1 }: RateLimit,
    subject: string,
    tells = false,
  ): Promise<RateLimitHit> => {
    const key = `${name} ${subject}`;
    if (!isDue(key, every)) return { refund: () => Promise.resolve() };
    const time = now().getTime();
    const number = Math.floor(time / window);
    const endsAt = (number + 1) * window;
    const secondsLeft = Math.max(1, Math.ceil((endsAt - time) / 1000));
    const hashed = createHmac('sha256', config.secrets.throttle).update(subject).digest('base64url');
    const _id = `${name}:${hashed}:${number}`;
    const record = await retryDuplicate(() =>
      records.findOneAndUpdate(
        { _id },
        { $inc: { count: 1 }, $setOnInsert: { expiresAt: new Date(endsAt) } },
        { upsert: true, returnDocument: 'after' },
      ),
    );
    const count = record?.count ?? 1;
    // Never reveals how much of another user's limit is left.
    if (tells || count > limit) {
      currentRequest()?.appendHeader('RateLimit-Policy', `"${name}";q=${limit};w=${window / 1000}`);
      currentRequest()?.appendHeader(
        'RateLimit',
        `"${name}";r=${Math.max(0, limit - count)};t=${secondsLeft}`,
      );
    }
    if (count > limit) {
      if (every > 1) uncounted.set(key, every - 1);
      throw tooManyRequests(secondsLeft);
    }
    return { refund: () => records.updateOne({ _id, count: { $gt: 0 } }, { $inc: { count: -1 } }) };
  };

  return {
    /**
     * Counts by any text, such as an e-mail address, which is stored as a keyed hash. Ignores the limit factors.
     */
    consume: (limit: RateLimit, subject: string) => consume(limit, subject),
    /** Counts by the caller's address, and sends the header fields `RateLimit` and `RateLimit-Policy`. */
    consumeForAddress: (limit: RateLimit, req: Request) =>
      consume(
        { ...limit, limit: widened(limit.limit, config.rateLimitFactor) },
        addressKey(clientAddress(req)),
        true,
      ),
    /**
     * Counts writes of the user, with `firstDay` while the account is new or unconfirmed, and sends the header
     * fields: `await rateLimits.consumeForAccount({ name: 'posts', limit: 30, firstDay: 10, window: 10 * MINUTE },
     * viewer.id)`.
     * @param unconfirmed whether the address of the account is unconfirmed, except in calls that confirm it
     */
    consumeForAccount: (limit: RateLimit, userId: string, unconfirmed = false) => {
      const most = isNewAccount(userId, now(), unconfirmed) ? (limit.firstDay ?? limit.limit) : limit.limit;
      return consume({ ...limit, limit: widened(most, config.accountLimitFactor) }, userId, true);
    },
  };
}
