import { Suspense, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { paths } from '../../config/paths';
import { FeaturePanel } from '../../features/community/feature-panel/components/feature-panel';
import { isWelcome } from '../../features/identity/session/model/welcome';
import { HashtagList } from '../../features/reading/search/components/hashtag-list';
import { lazyPart } from '../../lib/lazy';
import { useViewer } from '../../lib/viewer';
import { FeedSuggestions, useFirstPosts } from './feed-suggestions';

const JoinPanel = lazyPart(() => import('./join-panel'), 'JoinPanel');

/** Addresses of the feature panel and the search: the column then shows hashtags. */
const SEARCH_VIEW: readonly string[] = [paths.search.path, paths.features.path];

/** Addresses of the feed. */
const FEED: readonly string[] = [paths.root.path, paths.home.path];

/** Users and tags in use above the feature panel, or the login, signup or search sub-view instead (A §2.7). */
export const RightPanel = () => {
  const { status, user } = useViewer();
  const { pathname } = useLocation();
  // keep the form until its success message has been shown
  const [joining, setJoining] = useState(false);
  const onFeed = FEED.includes(pathname);
  const posts = useFirstPosts(onFeed);
  if (status === 'initializing') return null;
  if (status === 'signed-out' || joining)
    return (
      <Suspense>
        <JoinPanel onJoining={setJoining} />
      </Suspense>
    );
  if (SEARCH_VIEW.includes(pathname)) return <HashtagList />;
  if (posts === undefined) return null;
  return (
    <>
      <FeedSuggestions posts={posts} isWelcomed={onFeed && user !== null && isWelcome(user._id)} />
      <FeaturePanel size="column" />
    </>
  );
};
