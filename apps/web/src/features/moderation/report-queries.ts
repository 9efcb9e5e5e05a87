import { getReportCase, listReportCases, type ReportCase } from '@social-feed/contracts';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { flattenUnique } from '../../cache/block-store';
import { keys } from '../../cache/keys';
import { api } from '../../lib/api-client';

export type QueueOrder = 'most' | 'oldest';

/** The groups of reports that nobody has decided, in pages. */
export const useReportQueue = (order: QueueOrder) => {
  const query = useInfiniteQuery({
    queryKey: keys.reports(order),
    queryFn: ({ pageParam: cursor, signal }) =>
      api.call(listReportCases, { query: { order, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
  });
  return { ...query, groups: flattenUnique<ReportCase>(query.data?.pages) };
};

/** What a group's reports say, notes, and what was done about its author before. */
export const useReportCase = (caseId: string) =>
  useQuery({
    queryKey: keys.reportCase(caseId),
    queryFn: async ({ signal }) => (await api.call(getReportCase, { params: { caseId }, signal })).data,
    staleTime: 0,
  });
