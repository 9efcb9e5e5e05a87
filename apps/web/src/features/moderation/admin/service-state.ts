import { useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { MINUTE } from '../../../lib/time';

/** The state of the service, for admins. */
export const useServiceState = (enabled = true) =>
  useQuery({
    queryKey: keys.serviceState,
    queryFn: async ({ signal }) => (await api.call('getState', { signal })).data,
    staleTime: MINUTE,
    enabled,
  });
