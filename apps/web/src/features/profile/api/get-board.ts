import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';
import { isAbort } from '../../../lib/api-error';
import { toBoards, type Board } from '../model/board';

/** A user's boards as a list; failures give an empty one. Cached 5 minutes (A §7.3). */
export const boardQuery = (userId: string, viewerId: string | null) =>
  queryOptions({
    queryKey: ['board', userId, viewerId],
    queryFn: async ({ signal }): Promise<Board[]> => {
      try {
        return toBoards(
          await api.request({ method: 'GET', path: '/boards/user/:id' }, { params: { id: userId }, signal }),
        );
      } catch (error) {
        if (isAbort(error)) throw error;
        return [];
      }
    },
    staleTime: 5 * 60_000,
    networkMode: 'always',
  });
