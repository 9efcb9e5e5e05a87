import { PAGE } from '@social-feed/contracts';
import type { ReactNode } from 'react';
import { Skeleton } from '../../components/ui/skeleton';
import { NothingYet } from '../../features/profile/components/list-states';
import { firstMedia, MediaTile } from '../../features/profile/components/media-tile';
import { useProfilePosts } from '../../features/profile/hooks/use-profile-posts';
import { PostSkeleton } from '../../features/posts/components/post-skeleton';
import { EndlessList, PostCards } from '../lists/endless-list';

/** Pixels (A §9). */
export const POSTS_MARGIN = 100;
const MEDIA_MARGIN = 200;
/** Milliseconds between two tiles (A §9). */
const TILE_STAGGER = 50;

/** What is not made of cards stands on one. */
export const Surface = ({ children }: { children: ReactNode }) => (
  <div className="border-b border-line bg-surface md:rounded-card md:border">{children}</div>
);

/** Cards in the shape of the posts to come. */
export const PostSkeletons = () => (
  <div role="status" aria-label="Loading posts">
    <PostSkeleton media />
    <PostSkeleton media={false} />
  </div>
);

/** The posts tab: pages of 12 as the feed's cards. */
export const PostsTab = ({ userId }: { userId: string }) => {
  const query = useProfilePosts({ of: 'posts', userId });
  return (
    <EndlessList
      query={query}
      isEmpty={query.posts.length === 0}
      margin={POSTS_MARGIN}
      loading={<PostSkeletons />}
      empty={
        <Surface>
          <NothingYet what="posts" />
        </Surface>
      }
    >
      <PostCards posts={query.posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
    </EndlessList>
  );
};

const GRID = 'grid grid-cols-2 gap-0.5 sm:gap-2 lg:grid-cols-3';

/** The media tab: one 3:4 tile for each post that has media, 2 or 3 beside each other. */
export const MediaTab = ({ userId }: { userId: string }) => {
  const query = useProfilePosts({ of: 'media', userId });
  const posts = query.posts.filter((post) => firstMedia(post) !== null);
  return (
    <EndlessList
      query={query}
      isEmpty={posts.length === 0}
      margin={MEDIA_MARGIN}
      moreButton
      loading={
        <div role="status" aria-label="Loading media" className={GRID}>
          {Array.from({ length: 6 }, (_unused, index) => (
            <Skeleton key={index} className="aspect-[3/4] sm:rounded-media" />
          ))}
        </div>
      }
      empty={
        <Surface>
          <NothingYet what="media" />
        </Surface>
      }
    >
      <ul aria-label="Media" className={GRID}>
        {posts.map((post, index) => (
          <li key={post._id}>
            <MediaTile post={post} delay={(index % PAGE.profile) * TILE_STAGGER} />
          </li>
        ))}
      </ul>
    </EndlessList>
  );
};
