import { formatCount } from '../../../lib/format';

export type FollowList = 'followers' | 'following';

interface ProfileStatsProps {
  stats: { followers: number; following: number; posts: number; likes: number };
  onOpen: (list: FollowList) => void;
}

const Figure = ({ count, label }: { count: number; label: string }) => (
  <>
    <span
      className="font-semibold text-text max-sm:block"
      title={count >= 1000 ? count.toLocaleString('en') : undefined}
    >
      {formatCount(count)}
    </span>{' '}
    {label}
  </>
);

const noun = (count: number, one: string, many: string) => (count === 1 ? one : many);

/** Followers and following, which open their lists, posts and likes; K and M from 1000 (A §2.9, §9). */
export const ProfileStats = ({ stats, onOpen }: ProfileStatsProps) => {
  const opener =
    'relative rounded-control text-start after:absolute after:-inset-x-2 after:-inset-y-3 hover:text-text hover:underline';
  return (
    <ul
      aria-label="Stats"
      className="mt-4 flex flex-wrap gap-x-5 gap-y-2 text-body text-muted max-sm:justify-between max-sm:text-meta"
    >
      <li>
        <button type="button" className={opener} onClick={() => onOpen('followers')}>
          <Figure count={stats.followers} label={noun(stats.followers, 'Follower', 'Followers')} />
        </button>
      </li>
      <li>
        <button type="button" className={opener} onClick={() => onOpen('following')}>
          <Figure count={stats.following} label="Following" />
        </button>
      </li>
      <li>
        <Figure count={stats.posts} label={noun(stats.posts, 'Post', 'Posts')} />
      </li>
      <li>
        <Figure count={stats.likes} label={noun(stats.likes, 'Like', 'Likes')} />
      </li>
    </ul>
  );
};
