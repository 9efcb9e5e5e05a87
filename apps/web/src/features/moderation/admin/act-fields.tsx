import { t } from '@lingui/core/macro';
import { ACTS, ADMIN_LIMITS, type ReportedAct } from '@social-feed/contracts';
import type { ComponentProps } from 'react';
import { SelectField } from '../../../components/ui/select-field';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { leftOf, tooLong } from '../../../lib/length';
import { wholeNumber } from '../../../lib/whole-number';

interface RuleFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  /** The rules of the host. Without any there is no field. */
  rules: readonly string[];
}

/** Chooses the rule that was broken. */
export const RuleField = ({ rules, ...field }: RuleFieldProps) =>
  rules.length === 0 ? null : (
    <SelectField label={t`Broken rule`} {...field}>
      <option value="">{t({ message: 'None', comment: 'No rule was broken.' })}</option>
      {rules.map((rule, index) => (
        <option key={rule} value={rule}>{`${index + 1}. ${rule}`}</option>
      ))}
    </SelectField>
  );

/** The days of a suspension. */
export const DaysField = (field: Omit<ComponentProps<typeof TextField>, 'label'>) => (
  <TextField
    label={t({ message: 'Days', comment: 'How many days a suspension lasts.' })}
    inputMode="numeric"
    note={{ tone: 'hint', text: t`Empty: for good, which closes all reports about them.` }}
    {...field}
  />
);

interface AlsoFieldProps extends Omit<ComponentProps<typeof SelectField>, 'label' | 'children'> {
  also: { label: string; acts: readonly ReportedAct[] };
}

/** Chooses what happens to the reported content as well. */
export const AlsoField = ({ also: { label, acts }, ...field }: AlsoFieldProps) =>
  acts.length === 0 ? null : (
    <SelectField label={label} {...field}>
      <option value="">{t`Leave as it is`}</option>
      {acts.map((act) => (
        <option key={act} value={ACTS[act].report.decision}>
          {ACTS[act].label}
        </option>
      ))}
    </SelectField>
  );

type TextProps = Omit<ComponentProps<typeof TextArea>, 'label' | 'note'> & { value: string };

const LimitedText = (props: TextProps & { label: string }) => (
  <TextArea dir="auto" {...props} note={leftOf(props.value, ADMIN_LIMITS.reasonMax)} />
);

/** The text of the mail. */
export const MessageField = (field: TextProps) => <LimitedText label={t`Your message to them`} {...field} />;

/** The note in the moderation log. */
export const NoteField = (field: TextProps) => <LimitedText label={t`Note for the log`} {...field} />;

const LIMIT = ADMIN_LIMITS.suspensionDaysMax;

/** The days of a suspension as typed; 0 if they are none. */
export const daysOf = (typed: string): number => wholeNumber(typed, LIMIT);

/** Errors of these fields. */
export const errorsIn = ({ message, note, days }: { message: string; note: string; days: string }) => ({
  message: tooLong(message, ADMIN_LIMITS.reasonMax),
  note: tooLong(note, ADMIN_LIMITS.reasonMax),
  days: days.trim() === '' || daysOf(days) ? undefined : t`Days must be a whole number from 1 to ${LIMIT}`,
});
