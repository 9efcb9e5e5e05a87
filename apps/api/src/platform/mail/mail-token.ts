import { AppError } from '../http/errors.js';
import { unseal } from '../seal.js';

export const invalidLink = () =>
  new AppError('INVALID_LINK', 'This link is no longer valid. It was used before, or it is too old.');

/**
 * What was sealed for the link of a mail: behind its `#`, so that no server logs it.
 * @throws AppError 400 where the text was not made with this key for this purpose
 */
export function openMailToken(key: Buffer, purpose: string, token: string): unknown {
  const value = unseal(key, purpose, token);
  if (value === undefined) throw invalidLink();
  return value;
}
