import type { BodyOf, ReportCase } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { FormAlert } from '../../components/ui/form-alert';
import { useKnownInstance } from '../../lib/instance-store';
import { useForm } from '../../lib/use-form';
import { DaysField, errorsIn, MessageField, NoteField, RuleField } from './act-fields';
import { ACT_LABELS, nameOf } from './report-card';

export type DecisionBody = BodyOf<Calls['decideReportCase']>;

interface DecideDialogProps {
  reportCase: ReportCase;
  act: 'warn' | 'suspend';
  /** Rejects with the error to show; the input stays in that case. */
  onDecide: (body: DecisionBody) => Promise<void>;
  onClose: () => void;
}

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
    check: errorsIn,
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
        {suspends ? <DaysField {...form.bind('days')} /> : null}
        <RuleField rules={rules} {...form.bind('rule')} />
        <MessageField {...form.bind('message')} />
        <NoteField {...form.bind('note')} />
      </form>
    </Dialog>
  );
};
