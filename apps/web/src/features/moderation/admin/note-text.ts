import { plural, t } from '@lingui/core/macro';
import { REFUSAL_KINDS, SETTINGS, type NoteParts, type SettingName } from '@social-feed/contracts';
import { formatNumber } from '../../../lib/locale';
import { listOf } from '../../../lib/words/list';

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

/** The name of a setting in the form; as it is if there is no such setting any more. */
const settingName = (name: string): string =>
  Object.hasOwn(SETTINGS, name) ? SETTINGS[name as SettingName].field.label : name;

/** What the log says about an act, in the language of the page. */
export const noteText = ({ note, parts }: Noted): string => {
  if (parts === undefined) return note;
  const { days, cause, refused, values, settings, text } = parts;
  // it may have another direction than the line
  const rule = parts.rule && `\u2068${parts.rule}\u2069`;
  const facts = [
    days && formatNumber(days, { style: 'unit', unit: 'day', unitDisplay: 'long' }),
    cause && CAUSES[cause],
    rule && t`Rule: ${rule}`,
    refused && REFUSAL_KINDS[refused],
    values &&
      t({
        message: plural(values, { one: '# value', other: '# values' }),
        comment: 'How many names or addresses an admin refused at once.',
      }),
    settings && listOf(settings.map(settingName)),
    text,
  ];
  return facts.filter(Boolean).join(' · ');
};
