import type { NoteParts, RefusalKind } from '@social-feed/contracts';

interface Said extends Pick<NoteParts, 'days' | 'rule' | 'cause'> {
  /** The words of the moderator. */
  words: string;
  /** The start of the removed or marked text. */
  content?: string;
}

/** What the log says about an act. */
export interface Noted {
  /** One English text. */
  note: string;
  /** The same for other languages; absent if the note is only words. */
  parts?: NoteParts;
}

const CAUSES: Record<NonNullable<NoteParts['cause']>, string> = {
  'suspension-ended': 'The suspension ended',
  'appeal-accepted': 'Appeal accepted.',
};

const joined = (texts: readonly (string | undefined)[], by: string): string => texts.filter(Boolean).join(by);

/** The note of the log: the length of a suspension, the broken rule, the reason, and what it was about. */
export function noteOf({ words, content, days, rule, cause }: Said): Noted {
  const text = joined([words, content], ' · ');
  if (days === undefined && !rule && cause === undefined) return { note: text };
  const lasts = days === undefined ? undefined : `${days === 1 ? '1 day' : `${days} days`}.`;
  const said = joined([rule && `Rule: ${rule}`, text], ' · ');
  return {
    note: joined([lasts, cause && CAUSES[cause], said], ' '),
    parts: { ...(days !== undefined && { days }), ...(rule && { rule }), ...(cause && { cause }), text },
  };
}

/** The note about names or addresses that are refused from now on, or no longer. */
export function noteOfRefusal(refused: RefusalKind, values: readonly string[], reason = ''): Noted {
  const [first = ''] = values;
  const many = values.length === 1 ? undefined : values.length;
  return {
    note: `${refused} ${many === undefined ? first : `${many} values`}${reason && `. ${reason}`}`,
    parts: {
      refused,
      ...(many !== undefined && { values: many }),
      text: joined([many === undefined ? first : undefined, reason], ' · '),
    },
  };
}

/** The note about changed settings. */
export const noteOfSettings = (settings: string[]): Noted => ({
  note: settings.join(', '),
  parts: { settings, text: '' },
});
