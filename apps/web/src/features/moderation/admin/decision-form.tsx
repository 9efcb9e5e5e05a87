import { t } from '@lingui/core/macro';
import { ADMIN_LIMITS } from '@social-feed/contracts';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextField } from '../../../components/ui/text-field';
import { leftOf, tooLong } from '../../../lib/length';
import { useForm } from '../../../lib/use-form';

interface DecisionFormProps<Accept extends string> {
  userName: string;
  /** Label of the field for the mail. */
  label: string;
  accept: Accept;
  /** Text and accessible name of the buttons. */
  buttons: Record<Accept | 'reject', { text: string; name: string }>;
  /** Resolves to a function that runs after success; rejects with the error to show. */
  onDecide: (body: { decision: Accept | 'reject'; message?: string }) => Promise<() => void>;
}

/** A field for the mail to a person, and two buttons that decide about them. */
export const DecisionForm = <Accept extends string>(props: DecisionFormProps<Accept>) => {
  const { userName, label, accept, buttons, onDecide } = props;
  const decide = (decision: Accept | 'reject', typed: string) => {
    const message = typed.trim();
    return onDecide({ decision, ...(message !== '' && { message }) });
  };
  const form = useForm({
    initial: { message: '' },
    check: ({ message }) => ({ message: tooLong(message, ADMIN_LIMITS.reasonMax) }),
    send: ({ message }) => decide(accept, message),
  });
  const busy = form.busy !== null;
  const { message } = form.fields;
  return (
    <form {...form.props} aria-label={t`Decide about ${userName}`}>
      <FormAlert message={form.message} />
      <TextField
        label={label}
        dir="auto"
        note={leftOf(message, ADMIN_LIMITS.reasonMax)}
        {...form.bind('message')}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={form.busy === 'send'} disabled={busy} aria-label={buttons[accept].name}>
          {buttons[accept].text}
        </Button>
        <Button
          variant="outline"
          busy={form.busy === 'reject'}
          disabled={busy}
          aria-label={buttons.reject.name}
          onClick={() => {
            const over = tooLong(message, ADMIN_LIMITS.reasonMax);
            if (over) form.show({ message: over });
            else void form.attempt(() => decide('reject', message), 'reject');
          }}
        >
          {buttons.reject.text}
        </Button>
      </div>
    </form>
  );
};
