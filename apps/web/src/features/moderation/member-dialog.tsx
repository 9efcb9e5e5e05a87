import type { Member } from '@social-feed/contracts';
import { withIdempotencyKey } from '../../cache/run-mutation';
import { Button } from '../../components/ui/button';
import { Dialog } from '../../components/ui/dialog';
import { FormAlert } from '../../components/ui/form-alert';
import { TextField } from '../../components/ui/text-field';
import { api } from '../../lib/api-client';
import { useKnownInstance } from '../../lib/instance-store';
import { useForm } from '../../lib/use-form';
import { DaysField, errorsIn, MessageField, NoteField, RuleField } from './act-fields';
import { ACTS, type MemberAct, type Words } from './member-acts';

interface MemberDialogProps {
  member: Member;
  act: MemberAct;
  /** Called after the act. */
  onDone: () => void;
  onClose: () => void;
}

const call = (act: MemberAct, userId: string, words: Words): Promise<unknown> => {
  const params = { userId };
  const { message, note, days, typed } = words;
  const rule = words.rule === '' ? {} : { rule: words.rule };
  const ends = days.trim() === '' ? {} : { days: Number(days) };
  switch (act) {
    case 'warn':
      return withIdempotencyKey(
        (idempotencyKey) =>
          api.call('warnUser', { params, body: { message, note, ...rule }, idempotencyKey }),
        { userId, message, note, ...rule },
      );
    case 'silence':
    case 'unsilence':
      return api.call('silenceUser', {
        params,
        body: { silenced: act === 'silence', message, note, ...rule },
      });
    case 'suspend':
      return api.call('suspendUser', { params, body: { reason: note, message, ...ends, ...rule } });
    case 'lift':
      return api.call('liftSuspension', { params, body: { reason: note } });
    case 'end-sessions':
      return api.call('endSessionsOf', { params });
    case 'void-password':
      return api.call('voidPassword', { params });
    case 'make-moderator':
    case 'revoke-moderator':
      return api.call('setModerator', { params, body: { isModerator: act === 'make-moderator' } });
    case 'delete':
      return api.call('deleteUser', { params, body: { userName: typed, note } });
  }
};

/** Dialog that confirms an act on a member, and asks for the words that belong to it. */
export const MemberDialog = ({ member, act, onDone, onClose }: MemberDialogProps) => {
  const { label, text, asks, isDanger = false } = ACTS[act];
  const rules = useKnownInstance()?.rules ?? [];
  const form = useForm({
    initial: { message: '', rule: '', note: '', days: asks.includes('days') ? '7' : '', typed: '' },
    check: errorsIn,
    send: async (words) => {
      await call(act, member._id, words);
      return onDone;
    },
    errorsOf: (errors) =>
      Object.fromEntries(
        errors.map(({ path, message }) => [
          path === 'userName' ? 'typed' : path === 'reason' ? 'note' : path,
          message,
        ]),
      ),
  });
  return (
    <Dialog
      onClose={onClose}
      title={`${label} @${member.userName}?`}
      description={text}
      cancel="Cancel"
      busy={form.busy !== null}
      actions={
        <Button
          type="submit"
          form="member-act"
          variant={isDanger ? 'danger' : 'primary'}
          busy={form.busy !== null}
        >
          {label}
        </Button>
      }
    >
      <form {...form.props} id="member-act" className="flex flex-col gap-4">
        <FormAlert message={form.message} />
        {asks.includes('days') ? <DaysField {...form.bind('days')} /> : null}
        {asks.includes('rule') ? <RuleField rules={rules} {...form.bind('rule')} /> : null}
        {asks.includes('message') ? <MessageField {...form.bind('message')} /> : null}
        {asks.includes('note') ? <NoteField {...form.bind('note')} /> : null}
        {asks.includes('typed') ? (
          <TextField
            label={`Type ${member.userName} to confirm`}
            autoComplete="off"
            {...form.bind('typed')}
          />
        ) : null}
      </form>
    </Dialog>
  );
};
