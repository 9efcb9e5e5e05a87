import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button, buttonClass } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { Paged } from '../../../components/ui/paged';
import { Skeletons } from '../../../components/ui/skeleton';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { invitationText } from '../../../lib/invitation-text';
import { toast } from '../../../lib/toast';
import { cameByHref } from '../came-by';
import { Section } from './section';

/** Who invited whom. */
export const InvitationOverview = () => {
  const client = useQueryClient();
  const query = useKeyset(keys.allInvitations, (cursor, signal) =>
    api.call('listInvitations', { query: { cursor }, signal }),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: ({ _id }: { _id: string; userName: string }) =>
      api.call('revokeInvitationsOf', { params: { userId: _id } }),
    retry: false,
    onError: (error) => toast.error(messageOf(error)),
    onSuccess: ({ data }, { userName }) => {
      toast.success(`Invitations of @${userName} revoked: ${data.revoked}`);
      return client.invalidateQueries({ queryKey: keys.allInvitations });
    },
  });
  return (
    <Section title="Invitations" text="Who invited whom. You make your own in Settings › Account.">
      <Paged
        query={query}
        what="invitations"
        isEmpty={query.items.length === 0}
        loading={<Skeletons what="invitations" count={1} className="h-14 rounded-media" />}
        empty={<EmptyState title="No invitations" text="Nobody has invited anybody yet." />}
      >
        <ul className="flex flex-col divide-y divide-line">
          {query.items.map(({ _id, by, uses, usesLeft, expiresAt, came }) => (
            <li key={_id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
              <div className="min-w-0 flex-[1_1_12rem]">
                <p dir="ltr" className="w-fit max-w-full font-medium">
                  {by ? `@${by.userName}` : 'A deleted account'}
                </p>
                <p className="text-meta wrap-anywhere text-muted">
                  {invitationText({ uses, usesLeft, expiresAt, came })}
                </p>
              </div>
              {came.length > 0 ? (
                <Link
                  to={cameByHref({ invitation: _id })}
                  aria-label={`People who came by this invitation of ${by?.userName ?? 'a deleted account'}`}
                  className={buttonClass({ variant: 'soft', size: 'sm' })}
                >
                  People
                </Link>
              ) : null}
              {by && usesLeft > 0 ? (
                <Button
                  variant="outline"
                  size="sm"
                  disabled={isPending}
                  aria-label={`Revoke all invitations of ${by.userName}`}
                  onClick={() => mutate(by)}
                >
                  Revoke all of theirs
                </Button>
              ) : null}
            </li>
          ))}
        </ul>
      </Paged>
    </Section>
  );
};
