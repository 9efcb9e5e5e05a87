import type { CurrentUser, Instance } from '@social-feed/contracts';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { keys } from '../../cache/keys';
import { mediaItems, showsPicture } from '../../features/content/post/model/media-items';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { FoldedText } from '../../components/ui/folded-text';
import { FOLLOWED } from '../../features/reading/feed/feed-memory';
import { toFeedPage } from '../../features/reading/feed/feed-query';
import { useInstanceStore } from '../../lib/instance-store';
import { ViewerProvider } from '../../lib/viewer';
import { QueryClientOverride, QueryProvider } from '../query-provider';
import { HomeRoute } from '../routes/home';
import { Shell } from '../shells/shell';
import type { Drawn } from '../../../server/drawn';
import { navigator, screen } from './browser';

/** How many posts are drawn: more than a screen shows. */
const POSTS = 3;

export interface HomeToDraw {
  /** The answer to the call of the feed's first page. */
  answer: unknown;
  /** Null for a visitor. */
  user: CurrentUser | null;
  /** Whether a member is welcomed above the posts, as visitors are. */
  welcome: boolean;
  instance: Instance | undefined;
  /** Whether the reader has a phone; undefined if that is not known. */
  narrow: boolean | undefined;
  /** The languages that the browser prefers. */
  languages: readonly string[];
}

/** Links that React writes before the markup, for what a browser should fetch at once. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const TITLE = /<title>[^<]*<\/title>/;

/** The button under a folded text. Only a browser knows which texts are too long, so the page's head adds it there. */
const MORE = `<template id="show-more">${
  /<button.*<\/button>/.exec(
    renderToStaticMarkup(
      <FoldedText text={'long '.repeat(200)} expanded={false} onExpand={() => undefined} />,
    ),
  )?.[0] ?? ''
}</template>`;

/**
 * Draws the home page with its first posts, by the app's own components. What stores know of a browser has its
 * default. Posts under a warning are not drawn, nor what follows them. Returns null if there is nothing to draw.
 */
export const drawHome = ({
  answer,
  user,
  welcome,
  instance,
  narrow,
  languages,
}: HomeToDraw): Drawn | null => {
  const page = toFeedPage(answer);
  const covered = page.data.findIndex(({ contentWarning, sensitive }) => contentWarning || sensitive);
  const several = page.data.findIndex((post) => mediaItems(post).length > 1);
  const end = Math.min(
    ...[POSTS, page.data.length],
    ...(covered === -1 ? [] : [covered]),
    // several pictures are laid out by the width of the screen, which is a guess but on phones
    ...(several > 0 && narrow !== true ? [several] : []),
  );
  const posts = page.data.slice(0, end);
  if (posts.length === 0) return null;
  const viewerId = user?._id ?? null;
  const client = new QueryClient();
  client.setQueryData(keys.feed(viewerId), {
    pages: [{ ...page, data: posts, hasNextPage: true }],
    pageParams: [1],
  });
  // React reads the first state of a store on a server; nothing else runs until the markup is there
  const session = useSessionStore.getInitialState();
  const before = { ...session };
  Object.assign(session, { currentUser: user, isAuthenticated: user !== null, isInitializing: false });
  Object.assign(useInstanceStore.getInitialState(), { known: instance });
  screen.narrow = narrow === true;
  navigator.languages = [...languages];
  screen.known.clear();
  // visitors of one minute share an order
  if (user === null) screen.known.set(FOLLOWED, String(page.seed));
  else if (welcome) screen.known.set(`welcome:${user._id}`, 'on');
  try {
    const drawn = renderToStaticMarkup(
      <StaticRouter location="/home">
        <ViewerProvider value={{ user, status: user ? 'signed-in' : 'signed-out' }}>
          <QueryClientOverride value={client}>
            <QueryProvider>
              <Shell>
                <HomeRoute />
              </Shell>
            </QueryProvider>
          </QueryClientOverride>
        </ViewerProvider>
      </StaticRouter>,
    );
    const [links = ''] = PRELOADS.exec(drawn) ?? [];
    const preload = posts.some(showsPicture) ? /<link [^>]*fetchPriority="high"[^>]*>/i.exec(links) : null;
    return {
      markup: drawn.slice(links.length).replace(TITLE, '') + MORE,
      preload: preload?.[0] ?? '',
      narrow: posts.some((post) => mediaItems(post).length > 1) ? screen.narrow : null,
    };
  } finally {
    Object.assign(session, before);
    client.clear();
  }
};
