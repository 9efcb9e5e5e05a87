import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api-client';
import { isAbort } from '../../../lib/api-error';
import { toAnalytics, type UserAnalytics } from '../model/analytics';

/** Figures of a user's posts; zeros and an empty chart on failure (A §7.3). */
export const analyticsQuery = (userId: string) =>
  queryOptions({
    queryKey: ['analytics', userId],
    queryFn: async ({ signal }): Promise<UserAnalytics> => {
      try {
        const params = { id: userId };
        return toAnalytics(
          await api.request({ method: 'GET', path: '/posts/analytics/user/:id' }, { params, signal }),
        );
      } catch (error) {
        if (isAbort(error)) throw error;
        return toAnalytics(null);
      }
    },
    networkMode: 'always',
  });
