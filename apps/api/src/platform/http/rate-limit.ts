import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import { Schema, type Connection, type InferSchemaType } from 'mongoose';
import type { Config } from '../config/config.js';
import { RecentMap } from '../recent-map.js';
import { currentRequest } from '../request-context.js';
import { retryDuplicate } from '../db/duplicate-key.js';
import { native } from '../db/native.js';
import { modelOf } from '../db/record.js';
import { addressKey, clientAddress } from './client-address.js';
import { tooManyRequests } from './errors.js';
import { DAY } from '../time.js';

/** Subjects of limits with `every` that are counted at a time; the oldest are forgotten. */
const REMEMBERED = 10_000;

/** So many times within a window of so many milliseconds. */
export interface RateLimit {
  /** Lower-case words with hyphens: part of the stored key, and told to callers. */
  name: string;
  limit: number;
  window: number;
  /** The lower limit of an account that is not a day old or whose e-mail is unconfirmed; see `consumeForAccount`. */
  firstDay?: number;
  /**
   * For what happens too often to be written down each time: each process counts by itself and takes one use for so
   * many. Once that is refused, each further one asks again.
   */
  every?: number;
}

/** One use of a limit, which can be given back where it turned out not to count. */
export interface RateLimitHit {
  refund: () => Promise<unknown>;
}

/** Uses of several limits as one. */
export const together = (hits: readonly RateLimitHit[]): RateLimitHit => ({
  refund: () => Promise.all(hits.map((hit) => hit.refund())),
});

/** One budget in one window of time. `_id` names both; the account or address in it is hashed. */
const schema = new Schema({
  _id: { type: String, required: true },
  count: { type: Number, required: true },
  expiresAt: { type: Date, required: true },
});
schema.index({ expiresAt: 1 }, { expireAfterSeconds: 0 });
type ThrottleRecord = InferSchemaType<typeof schema>;
export const throttleModel = modelOf<ThrottleRecord>('Throttle', 'throttles', schema);

/** Whether the asking user's account is not a day old or its e-mail unconfirmed. An id begins with the second in which it was made. */
export const isNewAccount = (userId: string, now: Date): boolean =>
  currentRequest()?.unconfirmed === true ||
  now.getTime() - Number.parseInt(userId.slice(0, 8), 16) * 1000 < DAY;

interface RateLimiterDeps {
  connection: Connection;
  config: Pick<Config, 'rateLimitFactor' | 'accountLimitFactor' | 'secrets'>;
  now: () => Date;
}

export type RateLimiter = ReturnType<typeof createRateLimiter>;

/**
 * Counts how often somebody did something. The database counts, so all processes share one count; the count goes up
 * before the thing is done, so that parallel tries cannot slip past it. Every function throws AppError 429 with
 * `Retry-After` once the limit of the window is used up.
 */
export function createRateLimiter({ connection, config, now }: RateLimiterDeps) {
  const records = native(throttleModel(connection));
  const uncounted = new RecentMap<string, number>(REMEMBERED);
  const widened = (limit: number, factor: number) => Math.max(1, Math.floor(limit * factor));

  /** Whether so many have come that a use is to be taken. */
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
    // How much another person's limit has left is told to nobody.
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
    /** Counts by any text, such as an e-mail address, which is stored as a keyed hash. No factor has an effect. */
    consume: (limit: RateLimit, subject: string) => consume(limit, subject),
    /** Counts by the caller's address, and tells the caller in the fields `RateLimit` and `RateLimit-Policy`. */
    consumeForAddress: (limit: RateLimit, req: Request) =>
      consume(
        { ...limit, limit: widened(limit.limit, config.rateLimitFactor) },
        addressKey(clientAddress(req)),
        true,
      ),
    /**
     * Counts what the asking user writes, with `firstDay` while the account is new or its e-mail is unconfirmed, and
     * tells the caller:
     * `await rateLimits.consumeForAccount({ name: 'posts', limit: 30, firstDay: 10, window: 10 * MINUTE }, viewer.id)`.
     */
    consumeForAccount: (limit: RateLimit, userId: string) => {
      const most = isNewAccount(userId, now()) ? (limit.firstDay ?? limit.limit) : limit.limit;
      return consume({ ...limit, limit: widened(most, config.accountLimitFactor) }, userId, true);
    },
  };
}
