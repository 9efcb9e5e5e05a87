import { ADMIN_LIMITS, REPORT_LIMITS, type BodyOf, type ReportCase } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { FormAlert } from '../../components/ui/form-alert';
import { TextArea } from '../../components/ui/text-area';
import { TextField } from '../../components/ui/text-field';
import { useKnownInstance } from '../../lib/instance-store';
import { leftOf, tooLong } from '../../lib/length';
import { useForm } from '../../lib/use-form';
import { wrongDays } from './member-acts';
import { ACT_LABELS, nameOf } from './report-card';
import { RuleField } from './rule-field';

export type DecisionBody = BodyOf<Calls['decideReportCase']>;

interface DecideDialogProps {
  reportCase: ReportCase;
  act: 'warn' | 'suspend';
  /** Rejects with the error to show; the input stays in that case. */
  onDecide: (body: DecisionBody) => Promise<void>;
  onClose: () => void;
}

const LIMIT = ADMIN_LIMITS.suspensionDaysMax;
/** Dialog for the text of a warning or suspension, and its duration. */
export const DecideDialog = ({ reportCase, act, onDecide, onClose }: DecideDialogProps) => {
  const suspends = act === 'suspend';
  const rules = useKnownInstance()?.rules ?? [];
  const form = useForm({
    initial: {
      days: suspends ? '7' : '',
      rule: rules.find((rule) => reportCase.rules.includes(rule)) ?? '',
      message: '',
      note: '',
    },
    check: ({ days, message, note }) => ({
      message: tooLong(message, REPORT_LIMITS.noteMax),
      note: tooLong(note, REPORT_LIMITS.noteMax),
      days: wrongDays(days) ? `Days must be a whole number from 1 to ${LIMIT}` : undefined,
    }),
    send: async ({ days, rule, message, note }) => {
      const ends = suspends && days.trim() !== '' ? { days: Number(days) } : {};
      await onDecide({ act, message, note, ...ends, ...(rule !== '' && { rule }) });
      return onClose;
    },
  });
  return (
    <Dialog
      onClose={onClose}
      title={`${ACT_LABELS[act]} @${reportCase.author?.userName ?? ''}`}
      description={`${nameOf(reportCase)}. They get a mail with the reasons and your words, and do not learn who reported.`}
      cancel="Cancel"
      actions={
        <Button type="submit" form="decide" variant="danger" busy={form.busy !== null}>
          {ACT_LABELS[act]}
        </Button>
      }
    >
      <form {...form.props} id="decide">
        <FormAlert message={form.message} />
        {suspends ? (
          <TextField
            label="Days"
            inputMode="numeric"
            note={{ tone: 'hint', text: 'Empty: for good.' }}
            {...form.bind('days')}
          />
        ) : null}
        <RuleField rules={rules} {...form.bind('rule')} />
        <TextArea
          label="Your words to them"
          dir="auto"
          {...form.bind('message')}
          note={leftOf(form.fields.message, REPORT_LIMITS.noteMax)}
        />
        <TextArea
          label="Note for the log"
          dir="auto"
          {...form.bind('note')}
          note={leftOf(form.fields.note, REPORT_LIMITS.noteMax)}
        />
      </form>
    </Dialog>
  );
};
