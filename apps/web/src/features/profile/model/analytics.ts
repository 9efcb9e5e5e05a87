import { asRecord } from '../../../lib/as-record';

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
