import { useQuery } from '@tanstack/react-query';
import type { Instance } from '@social-feed/contracts';
import { keys } from '../cache/keys';
import { api } from './api-client';

/** What the host tells of the instance; undefined until it is known. */
export const useInstance = (): Instance | undefined =>
  useQuery({
    queryKey: keys.instance,
    queryFn: async ({ signal }) => (await api.call('getInstance', { signal })).data,
  }).data;
