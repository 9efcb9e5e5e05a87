import { t } from '@social-feed/contracts/t';
import { invalidField } from '../../platform/http/errors.js';
import type { Instance } from './instance.feature.js';

/** @throws AppError 400 if a rule is named that the instance does not have */
export async function requireRule(
  instance: Pick<Instance, 'settings'>,
  rule: string | undefined,
): Promise<void> {
  if (rule === undefined || (await instance.settings()).rules.includes(rule)) return;
  throw invalidField('rule', rule === '' ? t`Choose the rule` : t`This rule is no longer there`);
}
