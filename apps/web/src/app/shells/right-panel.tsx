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

/**
 * The feature panel, on the feed below users and tags of its posts; or the login, signup or search sub-view instead
 * (A §2.7).
 */
export const RightPanel = () => {
  const { status, user } = useViewer();
  const { pathname } = useLocation();
  // keep the form until its success message has been shown
  const [joining, setJoining] = useState(false);
  // the welcome suggests people too, and newcomers have enough to look at
  const suggests = FEED.includes(pathname) && !(user && isWelcome(user._id));
  const posts = useFirstPosts(suggests);
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
      {suggests ? <FeedSuggestions posts={posts} /> : null}
      <FeaturePanel size="column" />
    </>
  );
};
