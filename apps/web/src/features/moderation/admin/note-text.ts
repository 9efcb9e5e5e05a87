import { t } from '@lingui/core/macro';
import type { NoteParts } from '@social-feed/contracts';
import { formatNumber } from '../../../lib/locale';

interface Noted {
  /** In English. */
  note: string;
  /** Entries without have only words, or were logged before the log had parts. */
  parts?: NoteParts | undefined;
}

const CAUSES: Record<NonNullable<NoteParts['cause']>, string> = {
  'suspension-ended': t`The suspension ended`,
  'appeal-accepted': t`Appeal accepted`,
};

/** What the log says about an act, in the language of the page. */
export const noteText = ({ note, parts }: Noted): string => {
  if (parts === undefined) return note;
  const { days, rule, cause, text } = parts;
  const lasts = days && formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' });
  return [lasts, cause && CAUSES[cause], rule && t`Rule: ${rule}`, text].filter(Boolean).join(' · ');
};
