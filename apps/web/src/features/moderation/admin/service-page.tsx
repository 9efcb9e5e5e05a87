import {
  formatBytes,
  type AdminLogEntry,
  type FailedJob,
  type InstanceState,
  type MailWay,
} from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Failed } from '../../../components/ui/empty-state';
import { Skeleton } from '../../../components/ui/skeleton';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { toast } from '../../../lib/toast';
import { useMinutes } from '../../../lib/use-age';
import { Lines, logLine } from './lines';
import { ListSection, Row, Rows } from './section';
import { useServiceState } from './service-state';

const MAIL: Record<MailWay, string> = {
  server: 'Goes to the mail server',
  catcher: 'Goes to a mailbox for trials. Nobody receives it',
  mailbox: 'Is shown in the mailbox for development. Nobody receives it',
  none: 'Waits, because there is no mail server',
};

const day = (iso: string): string => formatDay(new Date(iso), new Date());

function versionText({ version, commit, versionDate }: InstanceState): string {
  const source = [commit?.slice(0, 8), versionDate && day(versionDate)].filter(Boolean).join(', ');
  return source === '' ? version : `${version} (${source})`;
}

function jobsText({ waiting, oldestSeconds, failing, givenUp }: InstanceState['jobs']): string {
  const late = oldestSeconds >= 300 ? `, the oldest for ${Math.round(oldestSeconds / 60)} minutes` : '';
  return `${waiting} waiting${late}; ${failing} failing; ${givenUp} given up in the last week`;
}

function backupText(backup: InstanceState['backup']): string {
  if (backup === null) return 'None by schedule (BACKUP_EVERY)';
  const last = backup.lastAt === null ? 'None yet' : `The last ${timeAgo(backup.lastAt)}`;
  return backup.isLate ? `${last}. Late: the log has the error` : last;
}

function storageText({ isBucket, usedBytes, freeBytes, keepFreeBytes }: InstanceState['storage']): string {
  const free = `${formatBytes(freeBytes)} free on ${isBucket ? 'the disk where they arrive' : 'the disk'}`;
  const full = freeBytes <= keepFreeBytes ? '. Uploads are refused until there is room' : '';
  return `Uploads take ${formatBytes(usedBytes)}; ${free}${full}`;
}

const TestMail = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('sendTestMail'),
    retry: false,
    onSuccess: ({ data: { outcome, to, error } }) => {
      if (outcome === 'sent') toast.success(`The mail server took the mail to ${to}`);
      else if (outcome === 'kept') toast.success('The mailbox for development shows it');
      else toast.error(error ?? 'There is no mail server (SMTP_URL)');
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button variant="outline" size="sm" busy={isPending} className="self-start" onClick={() => mutate()}>
      Send a test mail
    </Button>
  );
};

const Overview = () => {
  useMinutes();
  const { data, error, isFetching, refetch } = useServiceState();
  if (!data)
    return error ? (
      <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <div role="status" aria-label="Loading the state">
        <Skeleton className="h-56 rounded-card" />
      </div>
    );
  const rows: Record<string, string> = {
    Version: versionText(data),
    Mail: MAIL[data.mail.way],
    Jobs: jobsText(data.jobs),
    Backups: backupText(data.backup),
    Storage: storageText(data.storage),
  };
  return (
    <Card as="section" aria-label="State" className="flex flex-col gap-4 p-4 md:p-5">
      <dl className="grid gap-x-5 gap-y-3 md:grid-cols-[auto_1fr]">
        {Object.entries(rows).map(([name, text]) => (
          <div key={name} className="md:contents">
            <dt className="font-medium">{name}</dt>
            <dd className="wrap-anywhere text-muted">{text}</dd>
          </div>
        ))}
      </dl>
      <TestMail />
    </Card>
  );
};

const JobRow = ({ job }: { job: FailedJob }) => {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('retryJob', { params: { jobId: job._id } }),
    retry: false,
    onError: (error) => toast.error(messageOf(error)),
    onSettled: () => client.invalidateQueries({ queryKey: keys.serviceRoot }),
  });
  const next = job.nextAt === null ? 'given up' : 'tried again by itself';
  return (
    <Row
      title={<p className="font-medium wrap-anywhere">{job.type}</p>}
      lines={[job.error, `${job.attempts} tries since ${timeAgo(job.createdAt)} · ${next}`]}
    >
      <Button variant="outline" size="sm" busy={isPending} onClick={() => mutate()}>
        Try again
      </Button>
    </Row>
  );
};

const FailedJobs = () => {
  const query = useKeyset(keys.failedJobs, (cursor, signal) =>
    api.call('listFailedJobs', { query: { cursor }, signal }),
  );
  return (
    <ListSection
      title="Failed jobs"
      text="Work in the background, such as mail, whose last try failed."
      query={query}
      what="jobs"
      height="h-14"
      empty="None."
    >
      <Rows>
        {query.items.map((job) => (
          <JobRow key={job._id} job={job} />
        ))}
      </Rows>
    </ListSection>
  );
};

const lineOf = (entry: AdminLogEntry) => ({
  key: entry._id,
  text: entry.note,
  about: `${logLine(entry)} · ${timeAgo(entry.at)}`,
});

const AdminLog = () => {
  const query = useKeyset(keys.adminLog, (cursor, signal) =>
    api.call('listAdminLog', { query: { cursor }, signal }),
  );
  return (
    <ListSection
      title="Log"
      text="What admins, moderators and the server’s terminal did. Nobody can change it."
      query={query}
      what="entries"
      height="h-10"
      count={3}
      empty="Nothing yet."
    >
      <Lines title="Latest first" none="Nothing yet." lines={query.items.map(lineOf)} />
    </ListSection>
  );
};

/** /admin/service: the state of the service, failed jobs, and the log of admins. */
export const ServicePage = () => (
  <div className="flex flex-col gap-4">
    <Overview />
    <FailedJobs />
    <AdminLog />
  </div>
);
