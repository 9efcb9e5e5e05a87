import { plural, t } from '@lingui/core/macro';
import { useInfiniteQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useListed } from '../../../cache/block-store';
import { keys } from '../../../cache/keys';
import { fullRefetch } from '../../../cache/full-refetch';
import { Button, buttonClass } from '../../../components/ui/button';
import { EmptyState } from '../../../components/ui/empty-state';
import { SceneArt } from '../../../components/ui/scene-art';
import { EmptyDrawing, LostDrawing } from '../../../components/ui/drawings';
import { paths } from '../../../config/paths';
import { focusIfLost } from '../../../lib/focus';
import { usePreferences } from '../../../lib/preferences';
import { useOwnAccount } from '../../../lib/viewer';
import { feedSeed } from '../../content/post/model/feed-seed';
import { FeedList } from './feed';
import { forgetFeed, useRestoredFeed, useSharedSeed } from './feed-memory';
import { useFeed } from './feed-query';
import { storeFeedMode, type FeedMode } from './feed-modes';
import { feedModeQuery, type OtherFeedMode } from './feed-mode-query';
import type { Elements } from '../../../lib/elements';

/** Refetches a feed mode from its first page. */
export const refreshFeedMode = (
  mode: OtherFeedMode,
  client: QueryClient,
  viewerId: string | null,
): Promise<void> => fullRefetch(client, feedModeQuery(mode, viewerId));

/**
 * An evening at a lake, nearly as tall as the window, so that nothing else asks for attention. The end of the last
 * post stays in view, since a feed without any post is an error to screen readers.
 */
const RestCard = ({ count, onGoOn }: { count: number; onGoOn: () => void }) => {
  const user = useOwnAccount();
  const quiet = 'bg-white/18 text-white [backdrop-filter:blur(16px)] hover:bg-white/28';
  return (
    <section
      aria-labelledby="rest"
      className="relative isolate flex min-h-[calc(100svh-12rem)] flex-col items-center justify-end overflow-hidden bg-black px-6 pt-16 pb-12 text-center text-white md:rounded-card"
    >
      <SceneArt />
      {/* so that the words keep their contrast on any part of the picture */}
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 h-2/3 fade-foot short:h-full short:bg-black/60"
      />
      <div className="relative flex max-w-sm flex-col items-center">
        <h2
          id="rest"
          className="text-page font-semibold tracking-tight text-balance serif:font-serif serif:tracking-normal"
        >
          {t`Time for a break?`}
        </h2>
        <p className="mt-2 text-body text-balance text-white/90">
          {plural(count, {
            one: 'You have come past # post. The others wait for you.',
            other: 'You have come past # posts. The others wait for you.',
          })}
        </p>
        <div className="mt-6 flex flex-wrap justify-center gap-2">
          <Button variant="bare" className={quiet} onClick={onGoOn}>
            {t`Go on`}
          </Button>
          {user ? (
            <Link
              to={paths.profileTab.getHref(user.userName, 'bookmarks')}
              className={buttonClass({ variant: 'bare', className: 'text-white hover:bg-white/18' })}
            >
              {t`What you saved`}
            </Link>
          ) : null}
        </div>
      </div>
    </section>
  );
};

/** Position of the next rest. Rests before restored posts are skipped; a new list starts without any. */
const useRest = ({ posts, data }: RestingProps['query']) => {
  const chosen = usePreferences((state) => state.rest);
  const every = chosen === 'off' ? 0 : Number(chosen);
  // Read before blocked authors are filtered out, so that a block does not look like a new list.
  const first = data?.pages[0]?.data[0]?._id;
  const begun = () => ({ first, every, after: Math.ceil(Math.max(1, posts.length) / (every || 1)) * every });
  const [held, setHeld] = useState(begun);
  if (held.every !== every) setHeld(begun());
  else if (held.first !== first) setHeld({ first, every, after: every });
  const { after } = held;
  const goOn = () => {
    setHeld({ ...held, after: after + every });
    focusIfLost('[role="feed"]');
  };
  if (every === 0 || posts.length < after) return undefined;
  return { after, card: <RestCard count={after} onGoOn={goOn} /> };
};

interface RestingProps {
  query: ReturnType<typeof useFeed>;
  empty?: Elements;
  /** Shown below the last post. */
  below?: Elements;
  onPlace?: ReturnType<typeof useRestoredFeed>;
}

const Resting = ({ below, ...props }: RestingProps) => {
  const { posts, hasNextPage } = props.query;
  const rest = useRest(props.query);
  const isEnd = rest && posts.length === rest.after && !hasNextPage;
  const pausing = isEnd ? undefined : rest;
  return (
    <>
      <FeedList {...props} rest={pausing} />
      {posts.length === 0 || hasNextPage || pausing ? null : below}
    </>
  );
};

const RestingShuffle = () => {
  useSharedSeed();
  const onPlace = useRestoredFeed();
  return <Resting query={useFeed()} onPlace={onPlace} />;
};

/** Shown when all posts were seen; restarts the shuffle with all of them. */
const AllSeen = () => {
  const navigate = useNavigate();
  const client = useQueryClient();
  const viewerId = useOwnAccount()?._id ?? null;
  const handleStartOver = () => {
    client.removeQueries({ queryKey: keys.feed(viewerId) });
    forgetFeed();
    feedSeed.clear();
    storeFeedMode('shuffle');
    window.scrollTo(0, 0);
    void navigate(paths.home.getHref());
  };
  return (
    <EmptyState
      figure={<EmptyDrawing />}
      title={t`You have seen everything`}
      text={t`Start over reads all posts again, shuffled anew.`}
      action={<Button onClick={handleStartOver}>{t`Start over`}</Button>}
    />
  );
};

const NobodyFollowed = () => {
  const navigate = useNavigate();
  const handleShuffle = () => {
    storeFeedMode('shuffle');
    window.scrollTo(0, 0);
    void navigate(paths.home.getHref());
  };
  return (
    <EmptyState
      figure={<LostDrawing />}
      title={t`No posts by people you follow`}
      text={t`Home shows only people you follow now. Their posts will be listed here, shuffled.`}
      action={
        <div className="flex flex-col gap-2">
          <Link to={paths.search.getHref(undefined, 'people')} className={buttonClass()}>
            {t`Find people`}
          </Link>
          <Button variant="soft" onClick={handleShuffle}>
            {t`Shuffle all posts`}
          </Button>
        </div>
      }
    />
  );
};

const EMPTY: Partial<Record<FeedMode, Elements>> = { following: <NobodyFollowed />, unseen: <AllSeen /> };

const OtherModeFeed = ({ mode }: { mode: OtherFeedMode }) => {
  const onPlace = useRestoredFeed(mode);
  const query = useInfiniteQuery(feedModeQuery(mode, useOwnAccount()?._id ?? null));
  const posts = useListed(query.data?.pages);
  return (
    <Resting
      query={{ ...query, posts }}
      empty={EMPTY[mode]}
      below={mode === 'unseen' ? <AllSeen /> : null}
      onPlace={onPlace}
    />
  );
};

/** Home in another feed mode, or with rests. Load it lazily. */
export const OtherFeed = ({ mode }: { mode: FeedMode }) =>
  mode === 'shuffle' ? <RestingShuffle /> : <OtherModeFeed mode={mode} />;
