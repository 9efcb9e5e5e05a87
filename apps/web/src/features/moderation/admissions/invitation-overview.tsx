import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { keys } from '../../../cache/keys';
import { useKeyset } from '../../../cache/use-keyset';
import { Button, buttonClass } from '../../../components/ui/button';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { invitationText } from '../../../lib/invitation-text';
import { toast } from '../../../lib/toast';
import { ListSection, Row, Rows } from '../admin/section';
import { cameByHref } from '../members/came-by';

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
      toast.success(t`Invitations of @${userName} revoked: ${data.revoked}`);
      return client.invalidateQueries({ queryKey: keys.allInvitations });
    },
  });
  return (
    <ListSection
      title={t`Invitations`}
      text={t`Who invited whom. You make your own in Settings › Invitations.`}
      query={query}
      what="invitations"
      height="h-14"
      empty={{ title: t`No invitations`, text: t`Nobody has invited anybody yet.` }}
    >
      <Rows>
        {query.items.map(({ _id, by, uses, usesLeft, expiresAt, came }) => (
          <Row
            key={_id}
            title={
              <p dir={by ? 'ltr' : undefined} className="w-fit max-w-full font-medium">
                {by ? `@${by.userName}` : t`A deleted account`}
              </p>
            }
            lines={[invitationText({ uses, usesLeft, expiresAt, came })]}
          >
            {came.length > 0 ? (
              <Link
                to={cameByHref({ invitation: _id })}
                aria-label={
                  by
                    ? t`People who came by this invitation of ${by.userName}`
                    : t`People who came by this invitation of a deleted account`
                }
                className={buttonClass({ variant: 'soft', size: 'sm' })}
              >
                {t`People`}
              </Link>
            ) : null}
            {by && usesLeft > 0 ? (
              <Button
                variant="outline"
                size="sm"
                disabled={isPending}
                aria-label={t`Revoke all invitations of ${by.userName}`}
                onClick={() => mutate(by)}
              >
                {t`Revoke all of theirs`}
              </Button>
            ) : null}
          </Row>
        ))}
      </Rows>
    </ListSection>
  );
};
