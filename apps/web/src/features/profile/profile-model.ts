import type { Post } from '@social-feed/contracts';
import { asRecord } from '../../lib/json';
import { toClientPost, type ClientPost } from '../post/model/post';

/** A profile board as the profile shows it (A §3); whatever the answer leaves out is empty or 0. */
export interface Board {
  _id: string;
  coverPhoto: string;
  bio: string;
  location: string;
  website: string;
  interests: string[];
  /** Ids of posts; empty for anyone but the owner. */
  bookmarks: string[];
  socialStats: { followers: number; following: number; posts: number; likes: number };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const count = (value: unknown): number =>
  typeof value === 'number' && Number.isFinite(value) ? Math.max(0, Math.floor(value)) : 0;
const texts = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((entry): entry is string => typeof entry === 'string') : [];

const toBoard = (value: unknown): Board[] => {
  if (typeof value !== 'object' || value === null) return [];
  const board = asRecord(value);
  const stats = asRecord(board['socialStats']);
  return [
    {
      _id: text(board['_id']),
      coverPhoto: text(board['coverPhoto']),
      bio: text(board['bio']),
      location: text(board['location']),
      website: text(board['website']),
      interests: texts(board['interests']),
      bookmarks: texts(board['bookmarks']),
      socialStats: {
        followers: count(stats['followers']),
        following: count(stats['following']),
        posts: count(stats['posts']),
        likes: count(stats['likes']),
      },
    },
  ];
};

/** The boards in an answer's `data`, an object or an array, as a list (A §7.3). */
export const toBoards = (answer: unknown): Board[] => {
  const { success, data } = asRecord(answer);
  if (success === false) return [];
  return Array.isArray(data) ? data.flatMap(toBoard) : toBoard(data);
};

/** The address behind a website as written, or `null` where it is no http(s) address. */
export const websiteHref = (website: string): string | null =>
  /^https?:\/\//i.test(website.trim()) && URL.canParse(website.trim()) ? website.trim() : null;

/** A website as a reader writes it: without protocol, `www.` and closing slash. */
export const websiteLabel = (website: string): string =>
  website
    .trim()
    .replace(/^https?:\/\/(www\.)?/i, '')
    .replace(/\/$/, '');

/** One UTC day of the chart; `date` is ISO 8601. */
export interface ChartDay {
  date: string;
  views: number;
  likes: number;
}

/** Figures of a user's posts (A §3); `monthlyGrowth` in percent. */
export interface UserAnalytics {
  totalViews: number;
  totalLikes: number;
  totalComments: number;
  totalShares: number;
  avgViewsPerPost: number;
  avgLikesPerPost: number;
  totalPosts: number;
  monthlyGrowth: number;
  chartData: ChartDay[];
}

/** Highest bar, and lowest of one with a value, in pixels (A §9). */
export const BAR = { max: 60, min: 4 } as const;

const amount = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** Analytics from an answer's `data`; what is absent counts 0, no answer at all gives zeros and an empty chart. */
export const toAnalytics = (answer: unknown): UserAnalytics => {
  const { success, data } = asRecord(answer);
  const found = success === false ? {} : asRecord(data);
  const chart = found['chartData'];
  return {
    totalViews: amount(found['totalViews']),
    totalLikes: amount(found['totalLikes']),
    totalComments: amount(found['totalComments']),
    totalShares: amount(found['totalShares']),
    avgViewsPerPost: amount(found['avgViewsPerPost']),
    avgLikesPerPost: amount(found['avgLikesPerPost']),
    totalPosts: amount(found['totalPosts']),
    monthlyGrowth: amount(found['monthlyGrowth']),
    chartData: (Array.isArray(chart) ? chart : []).map((entry: unknown) => {
      const day = asRecord(entry);
      const date = day['date'];
      return {
        date: typeof date === 'string' ? date : '',
        views: amount(day['views']),
        likes: amount(day['likes']),
      };
    }),
  };
};

/** Likes over views as a rounded percentage; 0 without views (A §2.9). */
export const engagementRate = ({
  totalLikes,
  totalViews,
}: Pick<UserAnalytics, 'totalLikes' | 'totalViews'>) =>
  totalViews > 0 ? Math.round((totalLikes / totalViews) * 100) : 0;

/** A bar's height in pixels for a value of a chart whose highest is `highest`. */
export const barHeight = (value: number, highest: number): number =>
  value <= 0 || highest <= 0 ? 0 : Math.max(BAR.min, Math.round((value / highest) * BAR.max));

/** A page of posts (A §3, paged posts result). */
export interface PostPage {
  data: ClientPost[];
  hasMore: boolean;
  totalCount: number;
}

export const EMPTY_PAGE: PostPage = { data: [], hasMore: false, totalCount: 0 };

const isPost = (value: unknown): value is Post =>
  typeof asRecord(value)['_id'] === 'string' && typeof asRecord(value)['user'] === 'object';

/** The page in an answer; without pagination there is more when the list is as long as `limit` (A §7.3). */
export const toPostPage = (answer: unknown, limit: number): PostPage => {
  const { success, data, pagination } = asRecord(answer);
  if (success === false || !Array.isArray(data)) return EMPTY_PAGE;
  const posts = data.filter(isPost).map(toClientPost);
  const { hasNext, totalPosts } = asRecord(pagination);
  return {
    data: posts,
    hasMore: typeof hasNext === 'boolean' ? hasNext : data.length === limit,
    totalCount: typeof totalPosts === 'number' ? totalPosts : posts.length,
  };
};
