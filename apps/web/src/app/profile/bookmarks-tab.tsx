import { PAGE } from '@social-feed/contracts';
import { NothingYet } from '../../features/profile/components/list-states';
import { useProfilePosts } from '../../features/profile/hooks/use-profile-posts';
import { EndlessList, PostCards } from '../lists/endless-list';
import { POSTS_MARGIN, PostSkeletons, Surface } from './profile-lists';

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
