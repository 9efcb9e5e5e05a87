import { typedLinkCode } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError } from '../http/errors.js';
import { unseal } from '../seal.js';

export const invalidLink = () =>
  new AppError('INVALID_LINK', t`This link is no longer valid. It was used before, or it is too old.`);

/**
 * Returns the value sealed in a link of a mail, also in one that a mail program broke or that was copied by hand. The
 * token is after the link's `#`, so that servers do not log it.
 * @throws AppError 400 if the token was not made with this key for this purpose
 */
export function openMailToken(key: Buffer, purpose: string, token: string): unknown {
  const value = unseal(key, purpose, typedLinkCode(token));
  if (value === undefined) throw invalidLink();
  return value;
}
