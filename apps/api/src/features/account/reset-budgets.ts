import type { Request } from 'express';
import type { AppContext } from '../../context.js';
import { addressKey, clientAddress } from '../../platform/http/client-address.js';
import { spend, spendForAddress, type Budget, type Spending } from '../../platform/http/rate-limit.js';
import { knownDeviceId } from '../sessions/known-device.js';

const MINUTE = 60 * 1000;
const DAY = 24 * 60 * MINUTE;

/** Mails with codes for one account in a day: all that strangers get, one stranger's address, and one known browser. */
export const CODES_BUDGET: Budget = { name: 'otp-codes', limit: 10, window: DAY };
export const CODES_OF_ASKER_BUDGET: Budget = { name: 'otp-codes-asker', limit: 5, window: DAY };
const CODES_OF_DEVICE_BUDGET: Budget = { name: 'otp-codes-device', limit: 10, window: DAY };
/** Wrong codes for one account in a day, over all its codes, by the same three. */
export const WRONG_CODES_BUDGET: Budget = { name: 'otp-wrong', limit: 25, window: DAY };
export const WRONG_CODES_OF_ASKER_BUDGET: Budget = { name: 'otp-wrong-asker', limit: 12, window: DAY };
const WRONG_CODES_OF_DEVICE_BUDGET: Budget = { name: 'otp-wrong-device', limit: 25, window: DAY };
/** Codes asked for, and codes and tokens tried, from one caller's address. */
export const ASK_ADDRESS_BUDGET: Budget = { name: 'otp-ask-address', limit: 60, window: 60 * MINUTE };
export const TRY_ADDRESS_BUDGET: Budget = { name: 'otp-try-address', limit: 100, window: 15 * MINUTE };

interface Asker {
  req: Request;
  /** Lower case. */
  email: string;
  /** Who has the address, `null` where nobody has. */
  userId: string | null;
}

/**
 * A browser that signed in to the account before has a budget of its own, so that nobody can use up what its owner needs.
 * Strangers share one, of which each address gets a part only.
 */
async function spendFor(
  ctx: AppContext,
  { req, email, userId }: Asker,
  budgets: { all: Budget; asker: Budget; device: Budget },
): Promise<Spending[]> {
  const deviceId = userId === null ? null : knownDeviceId(ctx, req, userId);
  if (deviceId !== null) return [await spend(ctx, budgets.device, `${email} ${deviceId}`)];
  const asker = await spend(ctx, budgets.asker, `${email} ${addressKey(clientAddress(req))}`);
  return [asker, await spend(ctx, budgets.all, email)];
}

/**
 * Counts a mail with a code.
 * @throws AppError 429
 */
export async function spendCode(ctx: AppContext, asker: Asker): Promise<void> {
  await spendForAddress(ctx, ASK_ADDRESS_BUDGET, asker.req);
  const budgets = { all: CODES_BUDGET, asker: CODES_OF_ASKER_BUDGET, device: CODES_OF_DEVICE_BUDGET };
  await spendFor(ctx, asker, budgets);
}

/**
 * Counts a try of a code as a wrong one until `refund` says otherwise, before the code is looked at, so that no number of
 * parallel tries passes the limits.
 * @throws AppError 429
 */
export async function spendTry(ctx: AppContext, asker: Asker): Promise<Spending> {
  const address = await spendForAddress(ctx, TRY_ADDRESS_BUDGET, asker.req);
  const tries = await spendFor(ctx, asker, {
    all: WRONG_CODES_BUDGET,
    asker: WRONG_CODES_OF_ASKER_BUDGET,
    device: WRONG_CODES_OF_DEVICE_BUDGET,
  });
  return {
    refund: async () => {
      await Promise.all([address, ...tries].map((spending) => spending.refund()));
    },
  };
}
