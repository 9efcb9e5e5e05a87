import { t } from '@lingui/core/macro';
import { isBlank, REPORT_LIMITS, REPORT_REASONS, type GivenReason } from '@social-feed/contracts';
import { useState } from 'react';
import { noteReport } from '../../../../cache/blocking';
import { sendOnce } from '../../../../cache/send-once';
import { Button } from '../../../../components/ui/button';
import { Checkbox } from '../../../../components/ui/checkbox';
import { Dialog } from '../../../../components/ui/dialog';
import { FormAlert } from '../../../../components/ui/form-alert';
import { RadioList } from '../../../../components/ui/radio-list';
import { TextArea } from '../../../../components/ui/text-area';
import { api } from '../../../../lib/api-client';
import type { ReportSubject } from '../../../../lib/dialogs';
import { useKnownInstance } from '../../../../lib/instance-store';
import { leftOf, tooLong } from '../../../../lib/length';
import { toast } from '../../../../lib/toast';
import { useForm } from '../../../../lib/use-form';
import { sentences } from '../../../../lib/words/sentences';

interface ReportDialogProps {
  subject: ReportSubject;
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

const wordsFor = (subject: ReportSubject): { title: string; label: string } => {
  if (subject.kind === 'comment') return { title: t`Report comment`, label: t`What should they know?` };
  if (subject.kind === 'post') return { title: t`Report post`, label: t`What is wrong with it?` };
  return { title: t`Report @${subject.author.userName}`, label: t`What is wrong?` };
};

/**
 * The form of a report. `tells` says whether it goes to the moderators, `thanks` what they answered.
 * @param onNoted called once it is noted in this browser only
 */
const useReport = ({ subject, words, onWords }: Omit<ReportDialogProps, 'onClose'>, onNoted: () => void) => {
  const { kind, target } = subject;
  const isNote = kind !== 'comment';
  const [tells, setTells] = useState(!isNote);
  const [thanks, setThanks] = useState('');
  const note = (text: string): void => {
    onWords('');
    if (!isNote) return;
    const post = kind === 'post' ? { postId: target } : {};
    noteReport({ userId: subject.author._id, ...post }, text);
  };
  const form = useForm<Fields>({
    initial: { reason: '', rule: '', text: words },
    check: ({ reason, rule, text }) => ({
      reason: tells && reason === '' ? t`Choose a reason` : undefined,
      rule: tells && reason === 'rule' && rule === '' ? t`Choose the rule` : undefined,
      text: tooLong(text, REPORT_LIMITS.textMax),
    }),
    send: async ({ reason, rule, text: typed }) => {
      const text = typed.trim();
      if (!tells)
        return () => {
          note(text);
          onNoted();
        };
      const named = reason === 'rule' ? { rule } : {};
      const body = { kind, target, reason: reason as GivenReason, ...named, text };
      const call = (idempotencyKey: string) => api.call('createReport', { body, idempotencyKey });
      const { message } = await sendOnce(body, call);
      return () => {
        note(text);
        setThanks(message ?? t`Thank you.`);
      };
    },
  });
  return { form, isNote, tells, setTells, thanks };
};

/**
 * Reports a post, a user or a comment. Reports of posts and users are notes in this browser (A §2.9), with the
 * moderators told as well if the reporter wishes it. Reports of comments go to the moderators. Load it lazily.
 */
export const ReportDialog = ({ subject, words, onWords, onClose }: ReportDialogProps) => {
  const { title, label } = wordsFor(subject);
  const rules = useKnownInstance()?.rules ?? [];
  const { form, isNote, tells, setTells, thanks } = useReport({ subject, words, onWords }, () => {
    toast.success(t`Report noted in this browser only`);
    onClose();
  });
  if (thanks !== '')
    return (
      <Dialog
        onClose={onClose}
        title={t`The moderators know`}
        description={<span role="status">{sentences(thanks, t`Nobody learns that it was you.`)}</span>}
        actions={<Button onClick={onClose}>{t`Done`}</Button>}
      />
    );
  return (
    <Dialog
      onClose={onClose}
      title={title}
      description={
        tells
          ? t`The moderators will look at it. Nobody learns that it was you.`
          : t`Your report is noted in this browser only, and nobody is told, unless you choose so below.`
      }
      cancel={t`Cancel`}
      onCancel={() => {
        onWords('');
        onClose();
      }}
      actions={
        <Button
          type="submit"
          form="report"
          busy={form.busy !== null}
          disabled={isNote && isBlank(form.fields.text)}
        >
          {form.busy !== null ? t`Sending...` : tells ? t`Tell the moderators` : t`Report`}
        </Button>
      }
    >
      <form {...form.props} id="report">
        <FormAlert message={form.message} />
        <TextArea
          label={label}
          dir="auto"
          {...form.bind('text')}
          note={leftOf(form.fields.text, REPORT_LIMITS.textMax)}
          onChange={({ target: { value } }) => {
            form.set({ text: value });
            onWords(value);
          }}
        />
        {isNote ? (
          <Checkbox
            label={t`Also tell the moderators`}
            checked={tells}
            onChange={({ target: { checked } }) => setTells(checked)}
          />
        ) : null}
        {tells ? (
          <RadioList
            legend={t`Reason`}
            options={rules.length > 0 ? { ...PLAIN_REASONS, rule: RULE } : PLAIN_REASONS}
            value={form.fields.reason}
            error={form.errors.reason}
            onChange={(reason) => form.set({ reason })}
          />
        ) : null}
        {tells && form.fields.reason === 'rule' ? (
          <RadioList
            legend={t`Rule`}
            options={numbered(rules)}
            value={form.fields.rule}
            error={form.errors.rule}
            onChange={(rule) => form.set({ rule })}
          />
        ) : null}
      </form>
    </Dialog>
  );
};
