import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { toBoards, type Board } from '../model/board';

/** A user's boards as a list, cached 5 minutes (A §7.3). Throws ApiError. */
export const boardQuery = (userId: string, viewerId: string | null) =>
  queryOptions({
    queryKey: keys.board(userId, viewerId),
    queryFn: async ({ signal }): Promise<Board[]> =>
      toBoards(
        await api.request({ method: 'GET', path: '/boards/user/:id' }, { params: { id: userId }, signal }),
      ),
    staleTime: 5 * 60_000,
    networkMode: 'always',
  });

/** A user's boards: undefined while they load, an empty list where they never could be read (A §7.3). */
export const useBoards = (userId: string, viewerId: string | null): Board[] | undefined => {
  const { data, isError } = useQuery(boardQuery(userId, viewerId));
  return data ?? (isError ? [] : undefined);
};
