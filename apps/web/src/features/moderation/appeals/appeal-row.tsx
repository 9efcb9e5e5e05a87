import { t } from '@lingui/core/macro';
import type { Appeal, AppealDecision, BodyOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { unfoldedText } from '../../../lib/fold-text';
import { lineDirections } from '../../../lib/line-directions';
import { formatSuspensionEnd } from '../../../lib/moment';
import { toast } from '../../../lib/toast';
import { DecisionForm } from '../admin/decision-form';
import { noteText } from '../admin/note-text';
import { readWaiting } from '../admin/read-waiting';
import { ReportedContent } from '../reports/reported-content';

const doneText = (decision: AppealDecision, userName: string): string =>
  decision === 'accept'
    ? t`Suspension lifted: @${userName}. A mail is on its way.`
    : t`Suspension stays: @${userName}. A mail is on its way.`;

/** Whether the appeal is decided: by another moderator, or because the suspension ended. */
const isDecided = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

const answeredText = (at: string): string =>
  t({
    message: `answered ${timeAgo(at)}`,
    comment: 'When the suspended person appealed; the value is such as “2m ago”, “just now” or a date.',
  });

const suspendedText = ({ at, until, by }: Appeal['suspension']): string => {
  const ago = timeAgo(at);
  if (until === null)
    return by === null
      ? t({
          message: `Suspended ${ago} on the server, without an end`,
          comment:
            'By somebody at the command line of the server, not by a moderator; {ago} is such as “2m ago”, “just now” or a date.',
        })
      : t({
          message: `Suspended ${ago} by ${by}, without an end`,
          comment: '{ago} is such as “2m ago”, “just now” or a date; {by} is a username.',
        });
  const end = formatSuspensionEnd(until);
  return by === null
    ? t({
        message: `Suspended ${ago} on the server, until ${end}`,
        comment:
          'By somebody at the command line of the server, not by a moderator; {ago} is such as “2m ago”, “just now” or a date; {end} is a date.',
      })
    : t({
        message: `Suspended ${ago} by ${by}, until ${end}`,
        comment: '{ago} is such as “2m ago”, “just now” or a date; {by} is a username; {end} is a date.',
      });
};

const SuspensionFacts = ({ suspension }: Pick<Appeal, 'suspension'>) => (
  <>
    <p className="mt-2 text-meta wrap-anywhere text-muted">{suspendedText(suspension)}</p>
    <p dir="auto" className="mt-1 wrap-anywhere">
      {suspension.reason === ''
        ? t`No reason was noted.`
        : t`Reason: ${noteText({ ...suspension, note: suspension.reason })}`}
    </p>
    {suspension.reported ? (
      <div className="mt-3">
        <ReportedContent
          reportCase={suspension.reported}
          label={t({
            message: 'What was reported',
            comment: 'Above the text of the post, comment or profile that a person was suspended for.',
          })}
        />
      </div>
    ) : null}
    {suspension.byViewer ? (
      <p className="mt-1 font-medium">
        {t`You suspended them. You may decide, or leave it to another moderator.`}
      </p>
    ) : null}
  </>
);

/** The answer of a suspended user, with a field for the mail and the two decisions. */
export const AppealRow = ({ appeal }: { appeal: Appeal }) => {
  const client = useQueryClient();
  const { _id, user, text, createdAt, suspension, mayDecide } = appeal;
  const refetch = () => client.invalidateQueries({ queryKey: keys.appeals });
  const decide = async (body: BodyOf<Calls['decideAppeal']>): Promise<() => void> => {
    try {
      await api.call('decideAppeal', { params: { appealId: _id }, body });
    } catch (error) {
      if (!isDecided(error)) throw error;
      // The row goes, and would take the message with it.
      toast.error(error.message);
      return () => void refetch();
    }
    return () => {
      toast.success(doneText(body.decision, user.userName));
      void refetch();
      void readWaiting();
    };
  };
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0 last:pb-0">
      <p dir="auto" className="font-medium wrap-anywhere">
        {user.fullName}
      </p>
      <p className="text-meta wrap-anywhere text-muted">
        <bdi dir="ltr" translate="no">{`@${user.userName}`}</bdi>
        <span>{` · ${answeredText(createdAt)}`}</span>
      </p>
      <SuspensionFacts suspension={suspension} />
      <blockquote
        dir="auto"
        style={lineDirections(text)}
        className="my-3 rounded-media bg-fill px-4 py-3 wrap-anywhere whitespace-pre-line"
      >
        {unfoldedText(text)}
      </blockquote>
      {mayDecide ? (
        <DecisionForm
          userName={user.userName}
          label={t`Words for the mail, if you like`}
          accept="accept"
          buttons={{
            accept: { text: t`Lift the suspension`, name: t`Lift the suspension of ${user.userName}` },
            reject: { text: t`Keep the suspension`, name: t`Keep the suspension of ${user.userName}` },
          }}
          onDecide={decide}
        />
      ) : (
        <p className="text-muted">{t`An admin suspended them, so only an admin decides.`}</p>
      )}
    </li>
  );
};
