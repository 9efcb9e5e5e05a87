import { createHmac } from 'node:crypto';
import type { Request } from 'express';
import type { AppContext } from '../../context.js';
import { isDuplicateKey } from '../db/duplicate-key.js';
import { addressKey, clientAddress } from './client-address.js';
import { tooManyRequests } from './errors.js';

/** So many times within a window of so many milliseconds. */
export interface Budget {
  name: string;
  limit: number;
  window: number;
}

/** A use of a budget, which can be given back where it turned out not to count. */
export interface Spending {
  refund(): Promise<void>;
}

/**
 * Uses a budget once. The database counts, so all processes of the service share one count; the count goes up before
 * the thing is done, so that parallel tries cannot slip past it.
 * @param subject who is counted; stored as a keyed hash
 * @throws AppError 429 with the seconds until the window ends
 */
export async function spend(ctx: AppContext, budget: Budget, subject: string): Promise<Spending> {
  const { _id, endsAt, secondsLeft } = currentWindow(ctx, budget, subject);
  const count = await increment(ctx, _id, endsAt);
  if (count > budget.limit) throw tooManyRequests(secondsLeft);
  return {
    refund: async () => {
      await ctx.models.Throttle.updateOne({ _id, count: { $gt: 0 } }, { $inc: { count: -1 } });
    },
  };
}

function currentWindow(ctx: AppContext, budget: Budget, subject: string) {
  const now = ctx.now().getTime();
  const window = Math.floor(now / budget.window);
  const endsAt = (window + 1) * budget.window;
  const hashed = createHmac('sha256', ctx.config.secrets.throttle).update(subject).digest('base64url');
  return {
    _id: `${budget.name}:${hashed}:${window}`,
    endsAt: new Date(endsAt),
    secondsLeft: (endsAt - now) / 1000,
  };
}

/** The same for the caller's address; RATE_LIMIT_FACTOR widens these budgets and no others (design §2). */
export const spendForAddress = (ctx: AppContext, budget: Budget, req: Request): Promise<Spending> =>
  spend(
    ctx,
    { ...budget, limit: Math.max(1, Math.floor(budget.limit * ctx.config.rateLimitFactor)) },
    addressKey(clientAddress(req)),
  );

async function increment(ctx: AppContext, _id: string, expiresAt: Date): Promise<number> {
  const run = () =>
    ctx.models.Throttle.findOneAndUpdate(
      { _id },
      { $inc: { count: 1 }, $setOnInsert: { expiresAt } },
      { upsert: true, returnDocument: 'after', lean: true },
    );
  try {
    return (await run())?.count ?? 1;
  } catch (error) {
    // Two first uses at once: one inserts, the other finds the document the second time.
    if (!isDuplicateKey(error)) throw error;
    return (await run())?.count ?? 1;
  }
}
