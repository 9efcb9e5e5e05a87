import { t } from '@lingui/core/macro';
import { APPEAL_LIMITS } from '@social-feed/contracts';
import { useEffect, useRef, useState } from 'react';
import { Button } from '../../../../components/ui/button';
import { FormAlert } from '../../../../components/ui/form-alert';
import { TextArea } from '../../../../components/ui/text-area';
import { api } from '../../../../lib/api-client';
import { readText, writeText } from '../../../../lib/json';
import { leftOf, tooLong } from '../../../../lib/length';
import { useForm } from '../../../../lib/use-form';

/** Keeps the text in this tab until it is sent, because it may take another sign-in. */
const DRAFT = 'answer-to-suspension';

const SENT = t`Your answer is with the moderators. You get a mail when they have read it.`;

/**
 * The form in which a suspended user answers, right after a refused sign-in. Load it lazily.
 * @param onBack returns to the sign-in
 */
export const AnswerSuspension = ({ onBack }: { onBack: () => void }) => {
  const [sent, setSent] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);
  const back = useRef<HTMLButtonElement>(null);
  const form = useForm({
    initial: { text: readText(DRAFT, 'sessionStorage') ?? '' },
    check: ({ text }) => ({
      text: text.trim() === '' ? t`Please write what you want to say` : tooLong(text, APPEAL_LIMITS.textMax),
    }),
    send: async ({ text }) => {
      await api.call('createAppeal', { body: { text } });
      return () => {
        form.say({ tone: 'success', text: SENT });
        form.set({ text: '' });
        setSent(true);
      };
    },
  });
  const { text } = form.fields;
  useEffect(() => void writeText(DRAFT, text === '' ? null : text, 'sessionStorage'), [text]);
  useEffect(() => (sent ? back : field).current?.focus(), [sent]);

  return (
    <form {...form.props} aria-label={t`Answer this decision`}>
      {sent ? null : (
        <TextArea
          label={t`Your answer`}
          dir="auto"
          ref={field}
          {...form.bind('text')}
          note={
            leftOf(text, APPEAL_LIMITS.textMax) ?? {
              tone: 'hint',
              text: t`You can answer once. The moderators read it and decide again.`,
            }
          }
        />
      )}
      <FormAlert message={form.message} />
      {sent ? null : (
        <Button type="submit" busy={form.busy !== null} className="w-full">
          {form.busy ? t`Sending...` : t`Send to the moderators`}
        </Button>
      )}
      <Button variant="ghost" ref={back} onClick={onBack}>
        {t`Back to sign-in`}
      </Button>
    </form>
  );
};
