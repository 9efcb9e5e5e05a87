import type { Request } from 'express';
import type { AppContext } from '../../context.js';
import { spend, spendForAddress, type Budget } from '../../platform/http/rate-limit.js';
import { knownDeviceId } from './known-device.js';

const QUARTER_HOUR = 15 * 60 * 1000;

/**
 * Wrong passwords for one account from browsers it does not know, under its user name and its e-mail address together:
 * a budget for each would let a guesser try twice as often (security 6).
 */
export const ACCOUNT_BUDGET: Budget = { name: 'sign-in-account', limit: 10, window: QUARTER_HOUR };
/** Wrong passwords for one account from one browser that it knows. */
const DEVICE_BUDGET: Budget = { name: 'sign-in-device', limit: 10, window: QUARTER_HOUR };
/** Wrong passwords from one address, whatever the account. */
export const ADDRESS_BUDGET: Budget = { name: 'sign-in-address', limit: 50, window: QUARTER_HOUR };

/**
 * Counts a try to sign in as a wrong one until `refund` says otherwise. A known browser has a budget of its own and
 * shares no other, so that nobody can lock an owner out (security 6).
 * @param userId of the account, or `null` where there is none by that name
 * @param name as `loginName` spells it, so that unknown names are throttled just like known ones
 * @throws AppError 429
 */
export async function spendSignIn(
  ctx: AppContext,
  req: Request,
  { userId, name }: { userId: string | null; name: string },
): Promise<{ refund(): Promise<void> }> {
  const deviceId = userId === null ? null : knownDeviceId(ctx, req, userId);
  if (deviceId !== null) return spend(ctx, DEVICE_BUDGET, `${userId} ${deviceId}`);

  const address = await spendForAddress(ctx, ADDRESS_BUDGET, req);
  const account = await spend(ctx, ACCOUNT_BUDGET, userId ?? `unknown ${name}`);
  return {
    refund: async () => {
      await Promise.all([address.refund(), account.refund()]);
    },
  };
}
