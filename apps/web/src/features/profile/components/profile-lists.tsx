import { PAGE } from '@social-feed/contracts';
import type { ReactNode } from 'react';
import { Button } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { EmptyFigure } from '../../../components/ui/figures';
import { Spinner } from '../../../components/ui/spinner';
import { Skeleton } from '../../../components/ui/skeleton';
import { useProfilePosts } from '../profile-queries';
import { PostSkeleton } from '../../post/card/post-skeleton';
import { EndlessList, PostCards } from '../../post/list/endless-list';
import { firstMedia, MediaTile } from './media-tile';

/** 'No {posts|media|bookmarks} yet' (A §2.9). */
export const NothingYet = ({ what }: { what: 'posts' | 'media' | 'bookmarks' }) => (
  <EmptyState as="p" figure={<EmptyFigure />} title={`No ${what} yet`} />
);

interface ListTailProps {
  state: 'loading' | 'more' | 'end' | 'failed' | 'none';
  onMore: () => void;
  /** The media grid has a button beside infinite scroll. */
  moreButton?: boolean;
}

/** What stands below a list: more to come, its end, or that a part could not be read. */
export const ListTail = ({ state, onMore, moreButton = false }: ListTailProps) => {
  if (state === 'none') return null;
  return (
    <div className="grid min-h-24 place-items-center px-4 py-5 text-center">
      {state === 'loading' ? <Spinner size={22} label="Loading more" className="text-muted" /> : null}
      {state === 'more' && moreButton ? (
        <Button variant="soft" onClick={onMore}>
          Load more
        </Button>
      ) : null}
      {state === 'failed' ? (
        <div role="alert" className="flex flex-col items-center gap-3">
          <p className="text-muted">Some of this could not be loaded.</p>
          <Button variant="soft" size="sm" onClick={onMore}>
            Try Again
          </Button>
        </div>
      ) : null}
      {state === 'end' ? (
        <p className="flex w-full items-center gap-4 text-meta text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          You&apos;ve reached the end
        </p>
      ) : null}
    </div>
  );
};

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

const Nothing = () => (
  <Surface>
    <NothingYet what="bookmarks" />
  </Surface>
);

const OwnBookmarks = () => {
  const query = useProfilePosts({ of: 'bookmarks' });
  // a bookmark that was taken back leaves the list at once
  const posts = query.posts.filter((post) => post.isBookmarked || post.userInteraction.saved);
  return (
    <EndlessList
      query={query}
      isEmpty={posts.length === 0}
      margin={POSTS_MARGIN}
      loading={<PostSkeletons />}
      empty={<Nothing />}
    >
      <PostCards posts={posts} pageSize={PAGE.profile} complete={!query.hasNextPage} />
    </EndlessList>
  );
};

/** The bookmarks tab: the owner's saved posts; others see the empty text (design §4). */
export const BookmarksTab = ({ own }: { own: boolean }) => (own ? <OwnBookmarks /> : <Nothing />);
