import { board, isHttpAddress, type Board, type Post, type UserAnalytics } from '@social-feed/contracts';
import { asRecord } from '../../../lib/json';
import { toClientPost, type ClientPost } from '../../content/post/model/post';

/** Returns the boards of a response's `data`, an object or an array, as a list (A §7.3). */
export const toBoards = (answer: unknown): Board[] => {
  const { success, data } = asRecord(answer);
  return success === false ? [] : [data].flat().flatMap((one) => board.safeParse(one).data ?? []);
};

/** The URL of a website as typed, or `null` if it is not an http(s) URL. */
export const websiteHref = (website: string): string | null =>
  isHttpAddress(website.trim()) ? website.trim() : null;

/** Display form of a website: without protocol, `www.` and trailing slash. */
export const websiteLabel = (website: string): string =>
  website
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '');

/** Maximum bar height, and minimum for non-zero values, in pixels (A §9). */
export const BAR = { max: 60, min: 4 } as const;

/** Analytics shown if none could be loaded. */
export const NO_FIGURES: UserAnalytics = {
  totalViews: 0,
  totalLikes: 0,
  totalComments: 0,
  totalShares: 0,
  avgViewsPerPost: 0,
  avgLikesPerPost: 0,
  totalPosts: 0,
  monthlyGrowth: 0,
  chartData: [],
};

/** Likes over views as a rounded percentage; 0 without views (A §2.9). */
export const engagementRate = ({
  totalLikes,
  totalViews,
}: Pick<UserAnalytics, 'totalLikes' | 'totalViews'>) =>
  totalViews > 0 ? Math.round((totalLikes / totalViews) * 100) : 0;

/** A bar's height in pixels, for a chart with the maximum value `highest`. */
export const barHeight = (value: number, highest: number): number =>
  value <= 0 || highest <= 0 ? 0 : Math.max(BAR.min, Math.round((value / highest) * BAR.max));

/** A page of posts (A §3, paged posts result). */
export interface PostPage {
  data: ClientPost[];
  hasMore: boolean;
  totalCount: number;
  /** Cursor of the next page; `undefined` if the response has none. */
  nextCursor?: string | undefined;
}

export const EMPTY_PAGE: PostPage = { data: [], hasMore: false, totalCount: 0 };

const isPost = (value: unknown): value is Post =>
  typeof asRecord(value)['_id'] === 'string' && typeof asRecord(value)['user'] === 'object';

/** Converts a response to a page. Without pagination, a list as long as `limit` has more (A §7.3). */
export const toPostPage = (answer: unknown, limit: number): PostPage => {
  const { success, data, pagination, nextCursor } = asRecord(answer);
  if (success === false || !Array.isArray(data)) return EMPTY_PAGE;
  const posts = data.filter(isPost).map(toClientPost);
  const { hasNext, totalPosts } = asRecord(pagination);
  return {
    data: posts,
    hasMore: typeof hasNext === 'boolean' ? hasNext : data.length === limit,
    totalCount: typeof totalPosts === 'number' ? totalPosts : posts.length,
    ...(typeof nextCursor === 'string' ? { nextCursor } : {}),
  };
};
