import { t } from '@social-feed/contracts/t';
import { AppError } from '../../platform/http/errors.js';

/** Error for a second factor that is wrong, used or expired. */
export const invalidFactor = (path: 'code' | 'passkey', message: string, cause?: unknown): AppError =>
  new AppError('INVALID_FACTOR', message, { errors: [{ path, message }], cause });

export const invalidCode = () => invalidFactor('code', t`This code is not valid`);

/** Error for a right code of an app in a time step whose code was used. */
export const usedCode = () => invalidFactor('code', t`This code was used. Wait for the next one.`);
