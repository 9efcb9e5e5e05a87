import { listConnections } from '@social-feed/contracts';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';

export const SIGN_IN_METHODS_KEY = ['settings', 'sign-in-methods'] as const;

/** How the own account is signed in to: whether it has a password, and its accounts at providers. */
export const useSignInMethods = () =>
  useQuery({
    queryKey: SIGN_IN_METHODS_KEY,
    queryFn: async ({ signal }) => (await api.call(listConnections, { signal })).data,
    staleTime: 0,
  });
