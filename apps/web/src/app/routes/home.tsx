import { t } from '@lingui/core/macro';
import type { QueryClient } from '@tanstack/react-query';
import { Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { cx } from '../../lib/class-names';
import { focusIfLost } from '../../lib/focus';
import { paths } from '../../config/paths';
import { Announcement } from '../../features/reading/feed/announcement';
import { Feed, FeedLoading } from '../../features/reading/feed/feed';
import { DEEP_AT, HomeHeader, type Section } from '../../features/reading/feed/home-header';
import { reader } from '../../features/reading/feed/feed-memory';
import { feedQuery } from '../../features/reading/feed/feed-query';
import { useFeedRefresh, useHomeStore } from '../../features/reading/feed/feed-refresh';
import { FeedModeButton, PillFace } from '../../features/reading/feed/feed-mode-button';
import { noteVisit } from '../../features/reading/feed/visits';
import { isHandDue } from '../../features/reading/today/hand-stored';
import { opensShuffled, useFeedMode, useStoredFeedMode } from '../../features/reading/feed/feed-modes';
import { useHomeTaps } from '../../features/reading/feed/home-taps';
import { usePullToRefresh } from '../../features/reading/feed/use-pull-to-refresh';
import { AccountMenu } from '../../features/identity/session/components/account-menu';
import { afterPicture } from '../../lib/first-picture';
import { useHomeRefresh } from '../../lib/home-refresh';
import { lazyPart } from '../../lib/lazy';
import { prefersReducedMotion } from '../../lib/browser';
import { usePreferences } from '../../lib/preferences';
import { DESKTOP, useMediaQuery } from '../../lib/use-media-query';
import { useOwnAccount } from '../../lib/viewer';
import { useScrolledPast } from '../../lib/use-scrolled-past';
import { PageTitle } from '../../components/layouts/page-title';
import { appClient } from '../query-provider';

const MessagesSection = lazyPart(() => import('../../features/reading/feed/feed-late'), 'MessagesSection');

const loadOther = () => import('../../features/reading/feed/other-feed');
const OtherFeed = lazyPart(loadOther, 'OtherFeed');
const NamedShuffle = lazyPart(() => import('../../features/reading/feed/named-shuffle'), 'NamedShuffle');

const PullIndicator = lazyPart(() => import('../../features/reading/feed/feed-late'), 'PullIndicator');
const ScrollTopButton = lazyPart(() => import('../../features/reading/feed/feed-late'), 'ScrollTopButton');

const HandStrip = lazyPart(
  () => afterPicture(() => import('../../features/reading/today/hand-strip')),
  'HandStrip',
);

/** Today's hand, from the second visit on. What is stored decides, and the height is fixed, so that nothing moves. */
const HandNotice = () => {
  const viewerId = useOwnAccount()?._id ?? null;
  const [due, setDue] = useState(() => isHandDue(viewerId));
  useEffect(() => noteVisit(viewerId), [viewerId]);
  // what the web server draws is the same for every browser: `prefetch` sets the height
  if (!due) return import.meta.env.SSR ? <div style={{ height: 'var(--hand, 0)' }} /> : null;
  const dismiss = () => {
    setDue(false);
    focusIfLost('main');
  };
  return (
    <div className="min-h-28 md:mb-3">
      <Suspense>
        <HandStrip onDismiss={dismiss} />
      </Suspense>
    </div>
  );
};

/** Scroll offset in px after which the header is compact and refreshes use the compact timings (F §2). */
const COMPACT_AFTER = 50;

const scrollToTop = () =>
  window.scrollTo({ top: 0, behavior: prefersReducedMotion() ? 'instant' : 'smooth' });

const ScrollTop = () => {
  const deep = useScrolledPast(DEEP_AT);
  const [wanted, setWanted] = useState(deep);
  if (deep && !wanted) setWanted(true);
  return wanted ? (
    <Suspense>
      <ScrollTopButton shown={deep} onPress={scrollToTop} />
    </Suspense>
  ) : null;
};

/** Loads the first posts into the cache, so that the first render shows them, and the face of their order. */
export const loadPosts = async (): Promise<void> => {
  PillFace.preload();
  const client = appClient();
  if (opensShuffled()) await client.infiniteQuery(feedQuery(client, reader()));
};

/** /, /home and /messages: Home and Messages under one header; switching changes only the address (F §2). */
export const HomeRoute = () => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const section: Section = pathname === paths.messages.path ? 'messages' : 'home';
  const refreshing = useHomeStore((state) => state.refreshing);
  const noticeShown = useHomeStore((state) => state.noticeShown);
  const mode = useFeedMode();
  useStoredFeedMode(mode, section === 'home');
  const rests = usePreferences((state) => state.rest !== 'off');
  const refreshFeed = useFeedRefresh();
  const desktop = useMediaQuery(DESKTOP);
  const isNamed = new URLSearchParams(search).has('shuffle');
  const pullArea = useRef<HTMLDivElement>(null);

  const refresh = useCallback(
    (thenScroll: boolean) => {
      const compact = window.scrollY > COMPACT_AFTER;
      // the old position means nothing among new posts: scroll to the top if the user is far down
      const load =
        mode === 'shuffle'
          ? undefined
          : async (...whose: [QueryClient, string | null]) =>
              (await loadOther()).refreshFeedMode(mode, ...whose);
      void refreshFeed({ compact, load, onLoaded: () => (thenScroll || compact) && window.scrollTo(0, 0) });
    },
    [refreshFeed, mode],
  );
  const switchTo = useCallback(
    (next: Section) => {
      const href = next === 'home' ? paths.root.getHref() : paths.messages.getHref();
      void navigate(href, { state: { section: true } });
      if (next === 'messages') window.scrollTo(0, 0);
    },
    [navigate],
  );
  const taps = useHomeTaps({
    section,
    refreshing,
    onSwitch: switchTo,
    onScrollTop: scrollToTop,
    onRefresh: refresh,
  });
  useHomeRefresh(() => refresh(true));
  const pull = usePullToRefresh(pullArea, section === 'home', !refreshing, () => refresh(true));

  return (
    <>
      <PageTitle title={section === 'home' ? undefined : t`Messages`} />
      <HomeHeader
        section={section}
        disabled={taps.disabled}
        refreshing={refreshing}
        noticeShown={noticeShown}
        onSwitch={taps.handleSwitch}
        onPressActive={taps.handlePressActive}
        onRefresh={() => refresh(true)}
        modeMenu={section === 'home' ? <FeedModeButton mode={mode} /> : null}
        account={desktop ? null : <AccountMenu />}
      />
      {section === 'messages' ? (
        <Suspense>
          <MessagesSection />
        </Suspense>
      ) : (
        <div ref={pullArea} className="relative md:pt-2">
          <Announcement />
          <HandNotice />
          {pull.offset > 0 ? (
            <Suspense>
              <PullIndicator ready={pull.ready} />
            </Suspense>
          ) : null}
          <div
            data-cards
            className={cx(!pull.active && 'transition-transform duration-300')}
            style={
              pull.offset > 0
                ? { transform: `translateY(${pull.active || pull.ready ? pull.offset : 0}px)` }
                : undefined
            }
          >
            {mode === 'shuffle' && !rests && !isNamed ? (
              <Feed />
            ) : (
              <Suspense fallback={<FeedLoading />}>
                {isNamed ? <NamedShuffle /> : <OtherFeed key={mode} mode={mode} />}
              </Suspense>
            )}
          </div>
          <ScrollTop />
        </div>
      )}
    </>
  );
};
