import type { Request } from 'express';
import type { AppContext } from '../context.js';
import { spend, spendForAddress, type Budget } from '../http/rate-limit.js';
import { knownDeviceId } from './known-device.js';

const QUARTER_HOUR = 15 * 60 * 1000;

/**
 * Wrong passwords for one name, a user name or an e-mail address, from browsers that its account does not know. The two
 * names of an account have a budget each: one for both would tell, once it is spent, which address belongs to which user.
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
 * @param name as `loginName` spells it: what is counted, whether anybody has it or not
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
  const account = await spend(ctx, ACCOUNT_BUDGET, name);
  return {
    refund: async () => {
      await Promise.all([address.refund(), account.refund()]);
    },
  };
}
