import { t } from '@lingui/core/macro';
import { REFUSAL_KINDS, REGISTRATION_LIMITS, type Refusal, type RefusalKind } from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { FormAlert } from '../../../components/ui/form-alert';
import { SelectField } from '../../../components/ui/select-field';
import { TextArea } from '../../../components/ui/text-area';
import { TextField } from '../../../components/ui/text-field';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { toast } from '../../../lib/toast';
import { useForm } from '../../../lib/use-form';
import { wholeNumber } from '../../../lib/whole-number';
import { ListSection, Row, Rows } from '../admin/section';

const HINTS: Record<RefusalKind, string> = {
  'mail-domain': t`One a line, such as example.org. Subdomains are refused too.`,
  'mail-address': t`One a line.`,
  'ip-range': t`One a line, such as 203.0.113.0/24 or 2001:db8::/32.`,
  name: t`One a line. A * at the end stands for any ending.`,
};
const REFUSE = t({ message: 'Refuse', comment: 'Names and addresses, at sign-up.' });

const daysOf = (typed: string) => wholeNumber(typed, REGISTRATION_LIMITS.refusalDaysMax);

const AddRefusals = ({ kind }: { kind: RefusalKind }) => {
  const client = useQueryClient();
  const form = useForm({
    initial: { values: '', reason: '', days: '' },
    check: ({ days }) => ({
      days: days.trim() === '' || daysOf(days) ? undefined : t`Days must be a whole number`,
    }),
    send: async ({ values, reason, days }) => {
      const lines = values.split(/[\s,;]+/).filter(Boolean);
      const { data } = await api.call('addRefusals', {
        body: { kind, values: lines, reason, ...(days.trim() === '' ? {} : { days: daysOf(days) }) },
      });
      return () => {
        toast.success(t`Refused from now on. New: ${data.added}`);
        form.set({ values: '', reason: '' });
        void client.invalidateQueries({ queryKey: keys.refusalsRoot });
      };
    },
  });
  return (
    <form {...form.props} aria-label={REFUSE}>
      <FormAlert message={form.message} />
      <TextArea label={REFUSE} note={{ tone: 'hint', text: HINTS[kind] }} {...form.bind('values')} />
      <TextField label={t`Reason, for admins`} dir="auto" {...form.bind('reason')} />
      <TextField
        label={t({ message: 'Days', comment: 'How many days a refusal holds.' })}
        inputMode="numeric"
        note={{ tone: 'hint', text: t`Empty: for good.` }}
        {...form.bind('days')}
      />
      <Button type="submit" busy={form.busy !== null} className="self-start">
        {REFUSE}
      </Button>
    </form>
  );
};

const textOf = ({ reason, until, adminName }: Refusal): string =>
  [
    reason,
    until === null ? '' : t`until ${formatDay(new Date(until), new Date())}`,
    t({ message: `by ${adminName}`, comment: 'Which admin did it.' }),
  ]
    .filter(Boolean)
    .join(' · ');

/** The refusals at sign-up. */
export const RefusalList = () => {
  const client = useQueryClient();
  const [kind, setKind] = useState<RefusalKind>('mail-domain');
  const [q, setQ] = useState('');
  const query = useKeyset(keys.refusals(kind, q), (cursor, signal) =>
    api.call('listRefusals', { query: { kind, q, cursor }, signal }),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: (refusalId: string) => api.call('removeRefusal', { params: { refusalId } }),
    retry: false,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.refusalsRoot }),
  });
  return (
    <ListSection
      title={t`Refused`}
      text={t`What new accounts may not have or come from. Owners keep what they have.`}
      query={query}
      what="entries"
      height="h-14"
      empty={{ title: t`Nothing refused`, text: t`There is no such entry.` }}
      head={
        <>
          <SelectField
            label={t`Kind`}
            value={kind}
            onChange={({ target }) => setKind(target.value as RefusalKind)}
          >
            {Object.entries(REFUSAL_KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          <AddRefusals key={kind} kind={kind} />
          <TextField
            label={t`Find by the beginning`}
            value={q}
            onChange={({ target }) => setQ(target.value)}
          />
        </>
      }
    >
      <Rows>
        {query.items.map((refusal) => (
          <Row
            key={refusal._id}
            title={<p className="font-medium wrap-anywhere">{refusal.value}</p>}
            lines={[textOf(refusal)]}
          >
            <Button
              variant="outline"
              size="sm"
              disabled={isPending}
              aria-label={t`Take back ${refusal.value}`}
              onClick={() => mutate(refusal._id)}
            >
              {t`Take back`}
            </Button>
          </Row>
        ))}
      </Rows>
    </ListSection>
  );
};
