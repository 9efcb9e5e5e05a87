import type { Post } from '@social-feed/contracts';
import { asRecord } from '../../lib/json';
import { toClientPost, type ClientPost } from '../post/model/post';

type Readers = Record<string, (value: unknown) => unknown>;

/** What `readFields` makes of these readers. */
type FieldsOf<R extends Readers> = { [N in keyof R]: ReturnType<R[N]> };

/** Reads the fields of an answer, each in its own way: what is absent or of another kind is as its reader has it. */
const readFields = <R extends Readers>(readers: R, value: unknown): FieldsOf<R> => {
  const record = asRecord(value);
  return Object.fromEntries(
    Object.entries(readers).map(([name, read]) => [name, read(record[name])]),
  ) as FieldsOf<R>;
};

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const amount = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);
const count = (value: unknown): number => Math.max(0, Math.floor(amount(value)));
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const texts = (value: unknown): string[] =>
  list(value).filter((entry): entry is string => typeof entry === 'string');

const STATS = { followers: count, following: count, posts: count, likes: count };
const BOARD = {
  _id: text,
  coverPhoto: text,
  bio: text,
  location: text,
  website: text,
  interests: texts,
  /** Ids of posts; empty for anyone but the owner. */
  bookmarks: texts,
  socialStats: (value: unknown) => readFields(STATS, value),
};

/** A profile board as the profile shows it (A §3); whatever the answer leaves out is empty or 0. */
export type Board = FieldsOf<typeof BOARD>;

const toBoard = (value: unknown): Board[] => (asRecord(value) === value ? [readFields(BOARD, value)] : []);

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

const DAY = { date: text, views: amount, likes: amount };
const ANALYTICS = {
  totalViews: amount,
  totalLikes: amount,
  totalComments: amount,
  totalShares: amount,
  avgViewsPerPost: amount,
  avgLikesPerPost: amount,
  totalPosts: amount,
  /** In percent. */
  monthlyGrowth: amount,
  chartData: (value: unknown) => list(value).map((day) => readFields(DAY, day)),
};

/** One UTC day of the chart; `date` is ISO 8601. */
export type ChartDay = FieldsOf<typeof DAY>;
/** Figures of a user's posts (A §3). */
export type UserAnalytics = FieldsOf<typeof ANALYTICS>;

/** Highest bar, and lowest of one with a value, in pixels (A §9). */
export const BAR = { max: 60, min: 4 } as const;

/** Analytics from an answer's `data`; what is absent counts 0, no answer at all gives zeros and an empty chart. */
export const toAnalytics = (answer: unknown): UserAnalytics => {
  const { success, data } = asRecord(answer);
  return readFields(ANALYTICS, success === false ? {} : data);
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
