import { getUserByName, type PublicUser } from '@social-feed/contracts';
import { queryOptions } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';
import { isWorthRetrying } from '../../../lib/query-client';

/** Words of the answer that an error came with; the client's own where it said nothing. */
const naming = (error: unknown): never => {
  if (!(error instanceof ApiError) || error.status < 400) throw error;
  throw new ApiError({
    status: error.status,
    code: error.code,
    message: `User not found: ${error.status} - ${error.message}`,
    errors: error.errors,
    bodyText: error.bodyText,
  });
};

/**
 * The public user of a profile address; cached 5 minutes, one retry (A §7.3).
 * Fails with "User not found: {status} - {text}", or "Invalid response format" where the answer holds no user.
 */
export const profileQuery = (userName: string) =>
  queryOptions({
    queryKey: keys.userByName(userName),
    queryFn: async ({ signal }): Promise<PublicUser> => {
      const answer = await api.call(getUserByName, { params: { userName }, signal }).catch(naming);
      return answer.data;
    },
    staleTime: 5 * 60_000,
    networkMode: 'always',
    retry: (failures, error) => failures < 1 && isWorthRetrying(error),
  });
