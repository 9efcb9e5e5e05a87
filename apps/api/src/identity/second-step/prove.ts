import type { SecondFactorBody } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request } from 'express';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { Purpose } from '../factors/challenges.js';
import { consumeTry } from './limits.js';
import type { SecondStepDeps } from './second-step-deps.js';

/**
 * Checks a passkey or code of a user, within rate limits. Each works once.
 * @throws AppError 400 if it is wrong, used or missing, 429
 */
export async function proveFactor(
  deps: Pick<SecondStepDeps, 'factors' | 'sessions' | 'rateLimits'>,
  req: Request,
  { user, purpose, code, passkey }: SecondFactorBody & { user: string; purpose: Purpose },
): Promise<void> {
  const { factors, sessions } = deps;
  if (code === undefined && passkey === undefined) throw invalidField('code', t`Code is required`);
  const attempt = await consumeTry(deps, req, user);
  try {
    if (passkey !== undefined) await factors.passkeys.check(passkey, purpose, user);
    else await takeCode(deps, user, code ?? '');
  } catch (error) {
    const isWrong = error instanceof AppError && error.code === 'INVALID_FACTOR';
    if (isWrong) await sessions.securityLog.append({ user, event: 'factor-failed' });
    throw error;
  }
  await attempt.refund();
}

async function takeCode(
  { factors, sessions }: Pick<SecondStepDeps, 'factors' | 'sessions'>,
  user: string,
  typed: string,
): Promise<void> {
  const used = await factors.takeCode(user, typed);
  if (used === 'recovery') await sessions.securityLog.append({ user, event: 'recovery-code-used' });
}
