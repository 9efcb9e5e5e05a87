import { plural, t } from '@lingui/core/macro';
import { isBlank, REPORT_LIMITS, REPORT_REASONS, type ReportCase } from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { sendOnce } from '../../../cache/send-once';
import { Button } from '../../../components/ui/button';
import { Skeleton } from '../../../components/ui/skeleton';
import { TextField } from '../../../components/ui/text-field';
import { leftOf, tooLong } from '../../../lib/length';
import { timeAgo } from '../../../lib/ago';
import { useMinutes } from '../../../lib/use-age';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { useForm } from '../../../lib/use-form';
import { Failed } from '../../../components/ui/empty-state';
import { historyLines, Lines } from '../admin/lines';

/** Note for other moderators. The input stays if saving fails. */
const NoteForm = ({ caseId }: { caseId: string }) => {
  const client = useQueryClient();
  const form = useForm({
    initial: { text: '' },
    check: ({ text }) => ({ text: tooLong(text, REPORT_LIMITS.noteMax) }),
    send: async ({ text }) => {
      const call = (idempotencyKey: string) =>
        api.call('noteReportCase', { params: { caseId }, body: { text }, idempotencyKey });
      await sendOnce({ caseId, text }, call);
      return () => {
        form.set({ text: '' });
        void client.invalidateQueries({ queryKey: keys.reportCase(caseId) });
      };
    },
  });
  return (
    <form {...form.props} className="flex flex-wrap items-start gap-3">
      <TextField
        label={t`Note for other moderators`}
        className="min-w-0 flex-1 basis-60"
        note={leftOf(form.fields.text, REPORT_LIMITS.noteMax)}
        {...form.bind('text')}
        error={form.errors.text ?? form.message?.text}
      />
      <Button
        type="submit"
        variant="soft"
        busy={form.busy !== null}
        disabled={isBlank(form.fields.text)}
        className="md:mt-6"
      >
        {t`Add note`}
      </Button>
    </form>
  );
};

/** Details of a case, loaded when it is chosen. */
export const ReportDetails = ({ reportCase }: { reportCase: ReportCase }) => {
  useMinutes();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.reportCase(reportCase._id),
    queryFn: async ({ signal }) =>
      (await api.call('getReportCase', { params: { caseId: reportCase._id }, signal })).data,
    staleTime: 0,
  });
  if (!data)
    return error ? (
      <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-64 rounded-card" />
    );
  const others = data.others === 0 ? [] : [plural(data.others, { other: '# other open' })];
  return (
    <div className="flex flex-col gap-4">
      <Lines
        title={t`What people say`}
        none={t`Nothing.`}
        lines={data.reports.map(({ reason, text, createdAt }, index) => ({
          key: `${createdAt} ${index}`,
          text,
          about: `${REPORT_REASONS[reason]} · ${timeAgo(createdAt)}`,
        }))}
      />
      <Lines
        title={[t`About the author before`, ...others].join(' · ')}
        none={t`Nothing was done before.`}
        lines={historyLines(data.history)}
      />
      <Lines
        title={t`Notes`}
        none={t`None yet.`}
        lines={data.notes.map(({ at, adminName, text }, index) => ({
          key: `${at} ${index}`,
          text,
          about: `${adminName} · ${timeAgo(at)}`,
        }))}
      />
      <NoteForm caseId={reportCase._id} />
    </div>
  );
};
