import { plural, t } from '@lingui/core/macro';
import {
  ACTS,
  deviceWords,
  type CurrentUser,
  type Member,
  type MemberAct,
  type MemberDetail,
} from '@social-feed/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { Button, buttonClass } from '../../../components/ui/button';
import { Card } from '../../../components/ui/card';
import { Failed } from '../../../components/ui/empty-state';
import { PersonRow } from '../../../components/ui/person-row';
import { Skeleton } from '../../../components/ui/skeleton';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { formatBytes } from '../../../lib/bytes';
import { formatMoment, formatSuspensionEnd } from '../../../lib/moment';
import { toast } from '../../../lib/toast';
import { useMinutes } from '../../../lib/use-age';
import { cameByHref } from './came-by';
import { ActDialog } from '../admin/act-dialog';
import { sentencesOf } from '../admin/act-sentences';
import { historyLines, Lines } from '../admin/lines';
import { actsOn, sendAct } from './member-acts';
import { MemberLog } from './member-log';

const ROLES = { member: null, moderator: t`Moderator`, admin: t`Admin` };

const uploadsOf = ({ files, bytes }: MemberDetail['storage']): string =>
  plural(files, { 0: 'None', one: `# file, ${formatBytes(bytes)}`, other: `# files, ${formatBytes(bytes)}` });

const reportsText = ({ all, open }: MemberDetail['reports']): string =>
  t({
    message: `${all}, ${open} undecided`,
    comment: 'How many reports, and how many of them nobody decided.',
  });
const usedText = (at: string): string =>
  t({
    message: `used ${timeAgo(at)}`,
    comment: 'A session; the value is such as “2m ago”, “just now” or a date.',
  });
/** Describes what is unusual about a member. */
const stateOf = ({ role, suspendedAt, suspendedUntil, silencedAt }: Member): string =>
  [
    ROLES[role],
    suspendedAt &&
      (suspendedUntil ? t`Suspended until ${formatSuspensionEnd(suspendedUntil)}` : t`Suspended for good`),
    silencedAt && t`Silenced`,
  ]
    .filter(Boolean)
    .join(' · ');

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-meta text-muted">{name}</dt>
    <dd className="wrap-anywhere">{children}</dd>
  </div>
);

const Details = ({ member, viewer }: { member: Member; viewer: CurrentUser }) => {
  useMinutes();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.member(member._id),
    queryFn: async ({ signal }) =>
      (await api.call('getMember', { params: { userId: member._id }, signal })).data,
    staleTime: 0,
  });
  if (!data)
    return error ? (
      <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
    ) : (
      <Skeleton className="h-40 rounded-card" />
    );
  const { reports, storage, history, sessions, invitedBy, email, createdAt, lastLogin } = data;
  return (
    <div className="flex flex-col gap-4">
      <dl className="grid gap-x-4 gap-y-1 md:grid-cols-2">
        {email === null ? null : (
          <Fact name={t`E-mail`}>
            <bdi translate="no">{email}</bdi>
          </Fact>
        )}
        <Fact name={t`Member since`}>{formatMoment(createdAt)}</Fact>
        {invitedBy === null ? null : (
          <Fact name={t`Invited by`}>
            <bdi dir="ltr" translate="no">{`@${invitedBy.userName}`}</bdi>
          </Fact>
        )}
        <Fact name={t`Last sign-in`}>
          {lastLogin === null
            ? t({ message: 'Never', comment: 'When somebody signed in.' })
            : formatMoment(lastLogin)}
        </Fact>
        <Fact name={t`Reports`}>{reportsText(reports)}</Fact>
        <Fact name={t`Uploads`}>{uploadsOf(storage)}</Fact>
      </dl>
      <Lines
        title={t`What was done before`}
        none={t`Nothing was done before.`}
        lines={historyLines(history)}
      />
      {sessions === null ? null : (
        <Lines
          title={t`Sessions`}
          none={t`Signed in nowhere.`}
          lines={sessions.map(({ device, ip, lastUsedAt }, index) => ({
            key: `${lastUsedAt} ${index}`,
            text: deviceWords(device),
            about: `${ip} · ${usedText(lastUsedAt)}`,
          }))}
        />
      )}
      {viewer.isAdmin ? (
        <>
          <MemberLog userId={member._id} />
          <p>
            <Link
              to={cameByHref({ invitedBy: member._id })}
              className={buttonClass({ variant: 'soft', size: 'sm' })}
            >
              {t`People they invited`}
            </Link>
          </p>
        </>
      ) : null}
    </div>
  );
};

/** A member in the list of moderators; details and acts unfold. */
export const MemberCard = ({ member, viewer }: { member: Member; viewer: CurrentUser }) => {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const [asking, setAsking] = useState<MemberAct | null>(null);
  const region = useId();
  const state = stateOf(member);
  const acts = actsOn(viewer, member);
  const handleDone = (act: MemberAct): void => {
    setAsking(null);
    toast.success(sentencesOf(act, member.userName).done);
    void client.invalidateQueries({ queryKey: keys.membersRoot });
  };
  return (
    <Card as="article" aria-label={`@${member.userName}`} className="p-4 md:p-5">
      <div className="flex flex-col gap-4">
        <div className="flex items-center gap-3">
          <PersonRow person={member} size={44} />
          <Button
            variant="ghost"
            size="sm"
            aria-expanded={open}
            aria-controls={region}
            onClick={() => setOpen(!open)}
          >
            {open
              ? t({ message: 'Less', comment: 'Shows less about a member.' })
              : t({ message: 'More', context: 'opposite of less', comment: 'Shows more about a member.' })}
          </Button>
        </div>
        {state === '' ? null : <p className="text-meta text-muted">{state}</p>}
        <div id={region} hidden={!open}>
          {open ? (
            <div className="flex flex-col gap-4">
              <Details member={member} viewer={viewer} />
              {acts.length === 0 ? null : (
                <div
                  role="group"
                  aria-label={t({ message: 'Actions', comment: 'What a moderator can do.' })}
                  className="flex flex-wrap gap-2"
                >
                  {acts.map((act) => (
                    <Button key={act} size="sm" variant="outline" onClick={() => setAsking(act)}>
                      {ACTS[act].label}
                    </Button>
                  ))}
                </div>
              )}
            </div>
          ) : null}
        </div>
      </div>
      {asking ? (
        <ActDialog
          act={asking}
          userName={member.userName}
          title={sentencesOf(asking, member.userName).ask}
          description={ACTS[asking].page}
          onAct={(words) => sendAct(asking, member._id, words)}
          onDone={() => handleDone(asking)}
          onClose={() => setAsking(null)}
        />
      ) : null}
    </Card>
  );
};
