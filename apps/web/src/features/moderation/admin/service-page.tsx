import { plural, t } from '@lingui/core/macro';
import { type AdminLogEntry, type FailedJob, type InstanceState, type MailWay } from '@social-feed/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Failed } from '../../../components/ui/empty-state';
import { Skeleton } from '../../../components/ui/skeleton';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { formatBytes } from '../../../lib/bytes';
import { messageOf } from '../../../lib/api-error';
import { formatDay } from '../../../lib/format';
import { toast } from '../../../lib/toast';
import { useMinutes } from '../../../lib/use-age';
import { withAside } from '../../../lib/words/labelled';
import { listOf } from '../../../lib/words/list';
import { Lines, logLine } from './lines';
import { noteText } from './note-text';
import { ListSection, Row, Rows } from './section';
import { useServiceState } from './service-state';

const MAIL: Record<MailWay, string> = {
  server: t`Goes to the mail server`,
  catcher: t`Goes to a mailbox for trials. Nobody receives it`,
  mailbox: t`Is shown in the mailbox for development. Nobody receives it`,
  none: t`Waits, because there is no mail server`,
};

const day = (iso: string): string => formatDay(new Date(iso), new Date());

function versionText({ version, commit, versionDate }: InstanceState): string {
  const source = listOf([
    ...(commit ? [commit.slice(0, 8)] : []),
    ...(versionDate ? [day(versionDate)] : []),
  ]);
  return source === '' ? version : withAside(version, source);
}

function jobsText({ waiting, oldestSeconds, failing, givenUp }: InstanceState['jobs']): string {
  const oldest = Math.round(oldestSeconds / 60);
  const waits =
    oldestSeconds >= 300
      ? plural(waiting, {
          one: `# waiting, the oldest for ${plural(oldest, { one: '# minute', other: '# minutes' })}`,
          other: `# waiting, the oldest for ${plural(oldest, { one: '# minute', other: '# minutes' })}`,
        })
      : t({
          message: plural(waiting, { one: '# waiting', other: '# waiting' }),
          comment: 'Jobs of the server.',
        });
  const fails = t({
    message: plural(failing, { one: '# failing', other: '# failing' }),
    comment: 'Jobs of the server.',
  });
  const ended = t({
    message: plural(givenUp, { one: '# given up in the last week', other: '# given up in the last week' }),
    comment: 'Jobs of the server.',
  });
  return t({
    message: `${waits}; ${fails}; ${ended}`,
    comment:
      'Jobs of the server: such as “1 waiting, the oldest for 8 minutes”, “2 failing” and “1 given up in the last week”.',
  });
}

function backupText(backup: InstanceState['backup']): string {
  if (backup === null) return t`None by schedule (BACKUP_EVERY)`;
  const { lastAt, isLate } = backup;
  if (lastAt === null) return isLate ? t`None yet. Late: the log has the error` : t`None yet`;
  const ago = timeAgo(lastAt);
  return isLate
    ? t({
        message: `The last ${ago}. Late: the log has the error`,
        comment: 'The last backup; the value is such as “2m ago”, “just now” or a date.',
      })
    : t({
        message: `The last ${ago}`,
        comment: 'The last backup; the value is such as “2m ago”, “just now” or a date.',
      });
}

function storageText({ isBucket, usedBytes, freeBytes, keepFreeBytes }: InstanceState['storage']): string {
  const [used, free] = [formatBytes(usedBytes), formatBytes(freeBytes)];
  const isFull = freeBytes <= keepFreeBytes;
  if (isBucket)
    return isFull
      ? t`Uploads take ${used}; ${free} free on the disk where they arrive. Uploads are refused until there is room`
      : t`Uploads take ${used}; ${free} free on the disk where they arrive`;
  return isFull
    ? t`Uploads take ${used}; ${free} free on the disk. Uploads are refused until there is room`
    : t`Uploads take ${used}; ${free} free on the disk`;
}

const TestMail = () => {
  const { mutate, isPending } = useMutation({
    mutationFn: () => api.call('sendTestMail'),
    retry: false,
    onSuccess: ({ data: { outcome, to, error } }) => {
      if (outcome === 'sent') toast.success(t`The mail server took the mail to ${to}`);
      else if (outcome === 'kept') toast.success(t`The mailbox for development shows it`);
      else toast.error(error ?? t`There is no mail server (SMTP_URL)`);
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  return (
    <Button variant="outline" size="sm" busy={isPending} className="self-start" onClick={() => mutate()}>
      {t`Send a test mail`}
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
      <div role="status" aria-label={t`Loading the state`}>
        <Skeleton className="h-56 rounded-card" />
      </div>
    );
  const rows = [
    [t`Version`, versionText(data)],
    [t`Mail`, MAIL[data.mail.way]],
    [t({ message: 'Jobs', comment: 'Work of the service in the background.' }), jobsText(data.jobs)],
    [t`Backups`, backupText(data.backup)],
    [t`Storage`, storageText(data.storage)],
  ];
  return (
    <Card
      as="section"
      aria-label={t({ message: 'State', comment: 'How the service runs.' })}
      className="flex flex-col gap-4 p-4 md:p-5"
    >
      <dl className="grid gap-x-5 gap-y-3 md:grid-cols-[auto_1fr]">
        {rows.map(([name, text]) => (
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
  const ago = timeAgo(job.createdAt);
  const tries = t({
    message: plural(job.attempts, { one: `# try since ${ago}`, other: `# tries since ${ago}` }),
    comment: 'How often a job was tried since it began; the value is such as “2m ago”, “just now” or a date.',
  });
  const next = job.nextAt === null ? t`given up` : t`tried again automatically`;
  return (
    <Row
      title={<p className="font-medium wrap-anywhere">{job.type}</p>}
      lines={[job.error, `${tries} · ${next}`]}
    >
      <Button variant="outline" size="sm" busy={isPending} onClick={() => mutate()}>
        {t`Try again`}
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
      title={t`Failed jobs`}
      text={t`Work in the background, such as mail, whose last try failed.`}
      query={query}
      what="jobs"
      height="h-14"
      empty={t`None.`}
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
  text: noteText(entry),
  about: `${logLine(entry)} · ${timeAgo(entry.at)}`,
});

const AdminLog = () => {
  const query = useKeyset(keys.adminLog, (cursor, signal) =>
    api.call('listAdminLog', { query: { cursor }, signal }),
  );
  return (
    <ListSection
      title={t({ message: 'Log', comment: 'What was done, latest first.' })}
      text={t`What admins, moderators and the server’s terminal did. Nobody can change it.`}
      query={query}
      what="entries"
      height="h-10"
      count={3}
      empty={t`Nothing yet.`}
    >
      <Lines title={t`Latest first`} none={t`Nothing yet.`} lines={query.items.map(lineOf)} />
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
