import { REPORT_LIMITS, REPORT_REASONS, type GivenReason } from '@social-feed/contracts';
import { useState } from 'react';
import { withIdempotencyKey } from '../../../cache/run-mutation';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { FormAlert } from '../../../components/ui/form-alert';
import { RadioList } from '../../../components/ui/radio-list';
import { TextArea } from '../../../components/ui/text-area';
import { api } from '../../../lib/api-client';
import type { ReportTarget } from '../../../lib/dialogs';
import { useKnownInstance } from '../../../lib/instance-store';
import { leftOf, tooLong } from '../../../lib/length';
import { useForm } from '../../../lib/use-form';

interface TellModeratorsProps {
  target: ReportTarget;
  /** The text so far. */
  words: string;
  onWords: (words: string) => void;
  onClose: () => void;
}

interface Fields {
  reason: GivenReason | '';
  /** With the reason `rule`. */
  rule: string;
  text: string;
}

const { rule: RULE, words: _words, ...PLAIN_REASONS } = REPORT_REASONS;
/** The rules by their texts, numbered; a rule is named by its text, since numbers change. */
const numbered = (rules: readonly string[]) =>
  Object.fromEntries(rules.map((rule, index) => [rule, `${index + 1}. ${rule}`]));

/**
 * The second step of a report: after it was noted in this browser, offers to send it to the moderators. Load it
 * lazily.
 */
export const TellModerators = ({ target, words, onWords, onClose }: TellModeratorsProps) => {
  const [thanks, setThanks] = useState('');
  const rules = useKnownInstance()?.rules ?? [];
  const form = useForm<Fields>({
    initial: { reason: '', rule: '', text: words },
    check: ({ reason, rule, text }) => ({
      reason: reason === '' ? 'Choose a reason' : undefined,
      rule: reason === 'rule' && rule === '' ? 'Choose the rule' : undefined,
      text: tooLong(text, REPORT_LIMITS.textMax),
    }),
    send: async ({ reason, rule, text }) => {
      const named = reason === 'rule' ? { rule } : {};
      const body = { ...target, reason: reason as GivenReason, ...named, text };
      const call = (idempotencyKey: string) => api.call('createReport', { body, idempotencyKey });
      const { message } = await withIdempotencyKey(call, body);
      return () => {
        onWords('');
        setThanks(message ?? 'Thank you.');
      };
    },
  });
  if (thanks !== '')
    return (
      <Dialog
        onClose={onClose}
        title="The moderators know"
        description={<span role="status">{`${thanks} Nobody learns that it was you.`}</span>}
        actions={<Button onClick={onClose}>Done</Button>}
      />
    );
  return (
    <Dialog
      onClose={onClose}
      title="Tell the moderators?"
      description={`${target.kind === 'comment' ? '' : 'Your report is noted in this browser only. '}The moderators can look at it if you tell them. Nobody learns that it was you.`}
      cancel="Not now"
      actions={
        <Button type="submit" form="tell-moderators" busy={form.busy !== null}>
          {form.busy ? 'Sending...' : 'Tell the moderators'}
        </Button>
      }
    >
      <form {...form.props} id="tell-moderators">
        <FormAlert message={form.message} />
        <RadioList
          legend="Reason"
          options={rules.length > 0 ? { ...PLAIN_REASONS, rule: RULE } : PLAIN_REASONS}
          value={form.fields.reason}
          error={form.errors.reason}
          onChange={(reason) => form.set({ reason })}
        />
        {form.fields.reason === 'rule' ? (
          <RadioList
            legend="Rule"
            options={numbered(rules)}
            value={form.fields.rule}
            error={form.errors.rule}
            onChange={(rule) => form.set({ rule })}
          />
        ) : null}
        <TextArea
          label="What should they know?"
          dir="auto"
          {...form.bind('text')}
          note={leftOf(form.fields.text, REPORT_LIMITS.textMax)}
          onChange={({ target: { value } }) => {
            form.set({ text: value });
            onWords(value);
          }}
        />
      </form>
    </Dialog>
  );
};
