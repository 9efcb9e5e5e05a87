import { listConnections } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';

/** How the own account is signed in to: whether it has a password, and its accounts at providers. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: keys.settings('sign-in-methods'),
    queryFn: async ({ signal }) => (await api.call(listConnections, { signal })).data,
    staleTime: 0,
  });
