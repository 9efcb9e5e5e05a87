import { ADMIN_LIMITS, type Application } from '@social-feed/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { FormAlert } from '../../../components/ui/form-alert';
import { Paged } from '../../../components/ui/paged';
import { Skeletons } from '../../../components/ui/skeleton';
import { TextField } from '../../../components/ui/text-field';
import { timeAgo } from '../../../lib/ago';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { tooLong } from '../../../lib/length';
import { toast } from '../../../lib/toast';
import { useForm } from '../../../lib/use-form';
import { Section } from './section';

/** One applicant, with a field for the mail and the two decisions. */
const ApplicationRow = ({ application }: { application: Application }) => {
  const client = useQueryClient();
  const { _id, fullName, userName, email, provider, sentence, createdAt } = application;
  const refetch = () => client.invalidateQueries({ queryKey: keys.applications });
  const decide = async (decision: 'approve' | 'reject', typed: string): Promise<() => void> => {
    const message = typed.trim();
    const body = message === '' ? { decision } : { decision, message };
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
        `${decision === 'approve' ? 'Approved' : 'Rejected'}: @${userName}. A mail is on its way.`,
      );
      void refetch();
    };
  };
  const form = useForm({
    initial: { message: '' },
    check: ({ message }) => ({ message: tooLong(message, ADMIN_LIMITS.reasonMax) }),
    send: ({ message }) => decide('approve', message),
  });
  const busy = form.busy !== null;
  return (
    <li className="border-t border-line py-4 first:border-0 first:pt-0 last:pb-0">
      <p dir="auto" className="w-fit max-w-full font-medium wrap-anywhere">
        {fullName}
      </p>
      <p dir="ltr" className="w-fit max-w-full text-meta wrap-anywhere text-muted">
        {`@${userName} · ${email}${provider === null ? '' : ` · by ${provider}`} · ${timeAgo(createdAt)}`}
      </p>
      <p dir="auto" className="my-3 wrap-anywhere">
        {sentence}
      </p>
      <form {...form.props} aria-label={`Decide about ${userName}`}>
        <FormAlert message={form.message} />
        <TextField label="A sentence for the mail, if you like" dir="auto" {...form.bind('message')} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            busy={form.busy === 'send'}
            disabled={busy}
            aria-label={`Approve ${userName}`}
          >
            Approve
          </Button>
          <Button
            variant="outline"
            busy={form.busy === 'reject'}
            disabled={busy}
            aria-label={`Reject ${userName}`}
            onClick={() => void form.attempt(() => decide('reject', form.fields.message), 'reject')}
          >
            Reject
          </Button>
        </div>
      </form>
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
    <Section title="Applications" text="The longest waiting first. They get a mail either way.">
      <Paged
        query={query}
        what="applications"
        isEmpty={query.items.length === 0}
        loading={<Skeletons what="applications" count={1} className="h-40 rounded-media" />}
        empty={
          <EmptyState title="Nobody waits" text="Applications come here where registration is by approval." />
        }
      >
        <ul>
          {query.items.map((application) => (
            <ApplicationRow key={application._id} application={application} />
          ))}
        </ul>
      </Paged>
    </Section>
  );
};
