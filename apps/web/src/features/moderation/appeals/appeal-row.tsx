import type { Appeal, AppealDecision, BodyOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { unfoldedText } from '../../../lib/fold-text';
import { formatSuspensionEnd } from '../../../lib/moment';
import { toast } from '../../../lib/toast';
import { DecisionForm } from '../admin/decision-form';
import { readWaiting } from '../admin/read-waiting';

const DONE: Record<AppealDecision, string> = { accept: 'Suspension lifted', reject: 'Suspension stays' };

/** Whether the appeal is decided: by another moderator, or because the suspension ended. */
const isDecided = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 409);

const SuspensionFacts = ({ suspension: { at, until, reason, by, byViewer } }: Pick<Appeal, 'suspension'>) => (
  <>
    <p className="mt-2 text-meta wrap-anywhere text-muted">
      {`Suspended ${timeAgo(at)} ${by === null ? 'on the server' : `by ${by}`}, ${until === null ? 'without an end' : `until ${formatSuspensionEnd(until)}`}`}
    </p>
    <p dir="auto" className="mt-1 wrap-anywhere">
      {reason === '' ? 'No reason was noted.' : `Reason: ${reason}`}
    </p>
    {byViewer ? (
      <p className="mt-1 font-medium">
        You suspended them. You may decide, or leave it to another moderator.
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
      toast.success(`${DONE[body.decision]}: @${user.userName}. A mail is on its way.`);
      void refetch();
      void readWaiting();
    };
  };
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0 last:pb-0">
      <p dir="auto" className="font-medium wrap-anywhere">
        {user.fullName}
      </p>
      <p className="text-meta wrap-anywhere text-muted">{`@${user.userName} · answered ${timeAgo(createdAt)}`}</p>
      <SuspensionFacts suspension={suspension} />
      <blockquote
        dir="auto"
        className="my-3 rounded-media bg-fill px-4 py-3 wrap-anywhere whitespace-pre-line"
      >
        {unfoldedText(text)}
      </blockquote>
      {mayDecide ? (
        <DecisionForm
          userName={user.userName}
          label="Words for the mail, if you like"
          accept="accept"
          buttons={{
            accept: { text: 'Lift the suspension', name: `Lift the suspension of ${user.userName}` },
            reject: { text: 'Keep the suspension', name: `Keep the suspension of ${user.userName}` },
          }}
          onDecide={decide}
        />
      ) : (
        <p className="text-muted">An admin suspended them, so only an admin decides.</p>
      )}
    </li>
  );
};
