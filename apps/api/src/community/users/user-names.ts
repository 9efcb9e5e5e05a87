import { visibleText, ACCOUNT_LIMITS } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { invalidField } from '../../platform/http/errors.js';
import { oneLine } from '../../platform/text.js';

/**
 * Normalizes a name for storage: one line, without control and text direction characters; `undefined` if too little
 * would be visible.
 */
export function readableName(fullName: string): string | undefined {
  const name = oneLine(fullName.replace(/\p{Bidi_Control}/gu, ''));
  return visibleText(name).length >= ACCOUNT_LIMITS.nameMin ? name : undefined;
}

/** @throws AppError 400 if too little of the name would be visible */
export function normalizeFullName(fullName: string): string {
  const name = readableName(fullName);
  if (name !== undefined) return name;
  throw invalidField('fullName', t`Name must be at least ${ACCOUNT_LIMITS.nameMin} characters`);
}
