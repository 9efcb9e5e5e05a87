import { AppError } from '../http/errors.js';
import { seal, unseal } from '../seal.js';

/** A text that only this service can make and read, for the link of a mail: behind its `#`, so that no server logs it. */
export const sealMailToken = (key: Buffer, purpose: string, value: object): string =>
  seal(key, purpose, value);

export const invalidLink = () =>
  new AppError('INVALID_LINK', 'This link is no longer valid. It was used before, or it is too old.');

/** What `sealMailToken` was given. @throws AppError 400 where the text was not made with this key for this purpose */
export function openMailToken(key: Buffer, purpose: string, token: string): unknown {
  const value = unseal(key, purpose, token);
  if (value === undefined) throw invalidLink();
  return value;
}
