import { t } from '@lingui/core/macro';
import { ACTS, actOf, type ContentAct, type MemberAct, type ReportedAct } from '@social-feed/contracts';
import type { ComponentProps } from 'react';
import { Button } from '../../../components/ui/button';
import { Dialog } from '../../../components/ui/dialog';
import { FormAlert } from '../../../components/ui/form-alert';
import { TextField } from '../../../components/ui/text-field';
import { useKnownInstance } from '../../../lib/instance-store';
import { useForm } from '../../../lib/use-form';
import { AlsoField, DaysField, daysOf, errorsIn, MessageField, NoteField, RuleField } from './act-fields';

/** The fields of the form. */
interface Typed extends Record<'days' | 'rule' | 'message' | 'note' | 'typed', string> {
  also: ContentAct | '';
}

/** What a moderator typed; the texts are empty where nothing was typed or asked. */
export interface Words {
  message: string;
  note: string;
  /** The user name, to confirm. */
  typed: string;
  /** The broken rule, the days of a suspension, and a second act, as bodies of requests have them. */
  more: { rule?: string; days?: number; also?: ContentAct };
}

interface ActDialogProps {
  act: MemberAct | ReportedAct;
  userName: string;
  title: string;
  description: string;
  /** The rules that are chosen at first, if the host still has one. */
  rules?: readonly string[];
  /** The reported content, and what can be done to it as well. */
  also?: ComponentProps<typeof AlsoField>['also'];
  /** Carries the act out. Rejects with the error to show; the words stay in that case. */
  onAct: (words: Words) => Promise<unknown>;
  onDone: () => void;
  onClose: () => void;
}

/** The names of fields in the errors of the API, where they differ. */
const FIELDS: Record<string, string> = { userName: 'typed', reason: 'note' };

/** Dialog that confirms an act, and asks for the words that belong to it. */
export const ActDialog = ({ act, userName, title, description, rules = [], also, ...on }: ActDialogProps) => {
  const { label } = ACTS[act];
  const { asks = [], isDanger } = actOf(act);
  const known = useKnownInstance()?.rules ?? [];
  const form = useForm<Typed>({
    initial: {
      days: asks.includes('days') ? '7' : '',
      rule: known.find((rule) => rules.includes(rule)) ?? '',
      message: '',
      note: '',
      typed: '',
      also: '',
    },
    check: errorsIn,
    send: async ({ days, rule, also: second, ...words }) => {
      const more = {
        ...(rule !== '' && { rule }),
        ...(days.trim() !== '' && { days: daysOf(days) }),
        ...(second !== '' && { also: second }),
      };
      await on.onAct({ ...words, more });
      return on.onDone;
    },
    errorsOf: (errors) =>
      Object.fromEntries(errors.map(({ path, message }) => [FIELDS[path] ?? path, message])),
  });
  return (
    <Dialog
      onClose={on.onClose}
      title={title}
      description={description}
      cancel={t`Cancel`}
      busy={form.busy !== null}
      actions={
        <Button type="submit" form="act" variant={isDanger ? 'danger' : 'primary'} busy={form.busy !== null}>
          {label}
        </Button>
      }
    >
      <form {...form.props} id="act">
        <FormAlert message={form.message} />
        {asks.includes('days') ? <DaysField {...form.bind('days')} /> : null}
        {asks.includes('also') && also ? <AlsoField also={also} {...form.bind('also')} /> : null}
        {asks.includes('rule') ? <RuleField rules={known} {...form.bind('rule')} /> : null}
        {asks.includes('message') ? <MessageField {...form.bind('message')} /> : null}
        {asks.includes('note') ? <NoteField {...form.bind('note')} /> : null}
        {asks.includes('typed') ? (
          <TextField label={t`Type ${userName} to confirm`} autoComplete="off" {...form.bind('typed')} />
        ) : null}
      </form>
    </Dialog>
  );
};
