import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { useInstance } from '../../../lib/instance';
import { useOwnAccount } from '../../../lib/viewer';

export const INVITATIONS = keys.settings('invitations');

/** The viewer's invitations, and whether they may make others; until that is known, what the instance says. */
export const useInvitations = () => {
  const query = useQuery({
    queryKey: INVITATIONS,
    queryFn: ({ signal }) => api.call('listOwnInvitations', { signal }),
    staleTime: 0,
  });
  const account = useOwnAccount();
  const instance = useInstance();
  const { data: own, mayInvite = account?.isAdmin === true || instance?.invitations === 'members' } =
    query.data ?? {};
  return { query, own, mayInvite };
};
