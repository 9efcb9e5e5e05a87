import { t } from '@lingui/core/macro';
import type { Application, BodyOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { toast } from '../../../lib/toast';
import { DecisionForm } from '../admin/decision-form';
import { ListSection } from '../admin/section';
import { readWaiting } from '../admin/read-waiting';

/** One applicant, with a field for the mail and the two decisions. */
const ApplicationRow = ({ application }: { application: Application }) => {
  const client = useQueryClient();
  const { _id, fullName, userName, email, provider, sentence, createdAt } = application;
  const refetch = () => client.invalidateQueries({ queryKey: keys.applications });
  const decide = async (body: BodyOf<Calls['decideApplication']>): Promise<() => void> => {
    try {
      await api.call('decideApplication', { params: { applicationId: _id }, body });
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
      // The row goes, and would take the message with it.
      toast.error(error.message);
      return () => void refetch();
    }
    return () => {
      toast.success(
        body.decision === 'approve'
          ? t`Approved: @${userName}. A mail is on its way.`
          : t`Rejected: @${userName}. A mail is on its way.`,
      );
      void refetch();
      void readWaiting();
    };
  };
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0 last:pb-0">
      <p dir="auto" className="w-fit max-w-full font-medium wrap-anywhere">
        {fullName}
      </p>
      <p className="text-meta wrap-anywhere text-muted">
        <bdi dir="ltr" translate="no">{`@${userName}`}</bdi>
        <bdi dir="ltr" translate="no">{` · ${email}`}</bdi>
        <span>
          {[
            '',
            ...(provider === null
              ? []
              : [t({ message: `by ${provider}`, comment: 'Signed in by an account of this site.' })]),
            timeAgo(createdAt),
          ].join(' · ')}
        </span>
      </p>
      <p dir="auto" className="my-3 wrap-anywhere">
        {sentence}
      </p>
      <DecisionForm
        userName={userName}
        label={t`A sentence for the mail, if you like`}
        accept="approve"
        buttons={{
          approve: { text: t`Approve`, name: t`Approve ${userName}` },
          reject: { text: t`Reject`, name: t`Reject ${userName}` },
        }}
        onDecide={decide}
      />
    </li>
  );
};

export const useApplications = () =>
  useKeyset(keys.applications, (cursor, signal) =>
    api.call('listApplications', { query: { cursor }, signal }),
  );

/** People who wait, the longest first. */
export const ApplicationList = () => {
  const query = useApplications();
  return (
    <ListSection
      title={t`Applications`}
      text={t`The longest waiting first. They get a mail either way.`}
      query={query}
      what="applications"
      height="h-40"
      empty={{ title: t`Nobody waits`, text: t`Applications come here where registration is by approval.` }}
    >
      <ul>
        {query.items.map((application) => (
          <ApplicationRow key={application._id} application={application} />
        ))}
      </ul>
    </ListSection>
  );
};
