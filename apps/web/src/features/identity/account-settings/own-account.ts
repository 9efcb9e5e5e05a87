import { t } from '@lingui/core/macro';
import type { Board, CurrentUser, Locale, UpdateBoardBody } from '@social-feed/contracts';
import { useQuery, type QueryClient } from '@tanstack/react-query';
import { keys } from '../../../cache/keys';
import { api } from '../../../lib/api-client';
import { ApiError } from '../../../lib/api-error';

/** Updates the names passed in. A taken user name fails with an error on `userName`. */
export const saveNames = async (
  userId: string,
  body: { fullName?: string; userName?: string },
): Promise<CurrentUser> => (await api.call('updateUser', { params: { userId }, body })).data;

/** Keeps the language of pages and mails in the account. */
export const saveLocale = async (userId: string, locale: Locale): Promise<void> => {
  await api.call('updateUser', { params: { userId }, body: { locale } });
};

/** Updates the fields passed in. */
export const saveBoard = async (boardId: string, body: UpdateBoardBody): Promise<Board> =>
  (await api.call('updateBoard', { params: { boardId }, body })).data;

/** Replaces an error's message with the wording of A §8, except for an expired session. */
const naming =
  (message: string) =>
  (error: unknown): never => {
    if (!(error instanceof ApiError) || error.status === 401) throw error;
    throw new ApiError({ status: error.status, code: error.code, message, bodyText: error.bodyText });
  };

/**
 * Saves the profile picture; an empty URL removes it. Throws ApiError "Failed to update profile picture" (A §7.3,
 * §8).
 */
export const saveProfilePicture = (userId: string, profilepic: string): Promise<CurrentUser> =>
  api
    .call('updateProfilePicture', { params: { userId }, body: { profilepic } })
    .then(({ data }) => data, naming(t`Failed to update profile picture`));

/** Saves the cover; an empty URL removes it. Throws ApiError "Failed to update cover photo" (A §7.3, §8). */
export const saveCover = (boardId: string, coverPhoto: string): Promise<Board> =>
  saveBoard(boardId, { coverPhoto }).catch(naming(t`Failed to update cover photo`));

export type SettingsPart = Parameters<typeof keys.settings>[0];

/** Refetches parts of the settings after a change of them, and the recent activity, which lists the change. */
export const refetchSettings = (client: QueryClient, ...changed: SettingsPart[]): Promise<unknown> =>
  Promise.all(
    [...changed, 'security-log' as const].map((of) =>
      client.invalidateQueries({ queryKey: keys.settings(of) }),
    ),
  );

/** Query for a part of the settings, refetched whenever it is shown. */
export const useSetting = <D>(
  of: SettingsPart,
  read: (options: { signal: AbortSignal }) => Promise<{ data: D }>,
  viewerId?: string,
) =>
  useQuery({
    queryKey: keys.settings(of, viewerId),
    queryFn: async ({ signal }) => (await read({ signal })).data,
    staleTime: 0,
  });

/** Query for the account's sign-in methods: whether it has a password, and its provider accounts. */
export const useSignInMethods = () =>
  useSetting('sign-in-methods', (options) => api.call('listConnections', options));

/** Query for the account's passkeys and authenticator app. */
export const useFactors = () => useSetting('factors', (options) => api.call('listFactors', options));
