import { formatCount } from '../../../lib/format';

export type FollowList = 'followers' | 'following';

interface ProfileStatsProps {
  /** False while nothing is known. */
  stats: { followers: number; following: number; posts: number; likes: number } | false;
  onOpen: (list: FollowList) => void;
}

const UNKNOWN = { followers: undefined, following: undefined, posts: undefined, likes: undefined };

interface FigureProps {
  count: number | undefined;
  one: string;
  many: string;
}

const Figure = ({ count, one, many }: FigureProps) => (
  <>
    <span
      className="font-semibold text-text max-sm:block"
      title={count !== undefined && count >= 1000 ? count.toLocaleString('en') : undefined}
    >
      {count === undefined ? '–' : formatCount(count)}
    </span>{' '}
    {count === 1 ? one : many}
  </>
);

/** Followers and following, which open their lists, posts and likes; K and M from 1000 (A §2.9, §9). */
export const ProfileStats = ({ stats, onOpen }: ProfileStatsProps) => {
  const { followers, following, posts, likes } = stats || UNKNOWN;
  const opener =
    'relative rounded-control text-start after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text hover:underline';
  return (
    <ul
      aria-label="Stats"
      className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-body text-muted max-sm:justify-between max-sm:text-meta"
    >
      <li>
        <button type="button" disabled={!stats} className={opener} onClick={() => onOpen('followers')}>
          <Figure count={followers} one="Follower" many="Followers" />
        </button>
      </li>
      <li>
        <button type="button" disabled={!stats} className={opener} onClick={() => onOpen('following')}>
          <Figure count={following} one="Following" many="Following" />
        </button>
      </li>
      <li>
        <Figure count={posts} one="Post" many="Posts" />
      </li>
      <li>
        <Figure count={likes} one="Like" many="Likes" />
      </li>
    </ul>
  );
};
