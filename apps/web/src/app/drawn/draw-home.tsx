import type { AnswerOf, CurrentUser, Instance } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { flattenUnique, useBlockStore } from '../../cache/block-store';
import { keys } from '../../cache/keys';
import { keepLanguages } from '../../cache/language-store';
import { keepMuted, readMuted } from '../../cache/muted-store';
import { hiddenIn, loadMuting } from '../../features/content/post/list/use-hidden';
import type { ClientPost } from '../../features/content/post/model/post';
import { mediaItems, showsPicture } from '../../features/content/post/model/media-items';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { FoldedText } from '../../components/ui/folded-text';
import { FOLLOWED } from '../../features/reading/feed/feed-memory';
import { toFeedPage } from '../../features/reading/feed/get-feed-page';
import { useInstanceStore } from '../../lib/instance-store';
import { ViewerProvider } from '../../lib/viewer';
import { QueryClientOverride, QueryProvider } from '../query-provider';
import { HomeRoute } from '../routes/home';
import { Shell } from '../shells/shell';
import type { Drawn } from '../../../server/drawn';
import { navigator, screen } from './browser';

const muting = await loadMuting();

/** How many posts are drawn: more than a screen shows. */
const POSTS = 3;

export interface HomeToDraw {
  /** The answer to the call of the feed's first page. */
  answer: unknown;
  /** Null for a visitor. */
  user: CurrentUser | null;
  /** The reader's lists, by which posts are hidden; empty for a visitor. */
  own: Pick<AnswerOf<Calls['ownPeople']>['data'], 'blocks' | 'muted' | 'languages'>;
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
 * The posts at the start of a page, without those by blocked people, and whether the width of the screen arranges
 * pictures of them. Ends with a post that shows, or is empty.
 */
const firstPosts = (
  data: ClientPost[],
  viewerId: string | undefined,
  { blocks, languages }: HomeToDraw['own'],
  narrow: boolean,
): { posts: ClientPost[]; isArranged: boolean } => {
  const blocked = new Set(blocks.map(({ _id }) => _id).filter((id) => id !== viewerId));
  const posts = flattenUnique([{ data }]).filter(({ user }) => !blocked.has(user._id));
  if (muting === null) throw new Error('Hidden posts are not known');
  const { findInPosts, HiddenPosts } = muting;
  const holds = findInPosts(viewerId === undefined ? [] : readMuted(viewerId));
  const hidden = hiddenIn(posts, { languages, viewerId, opened: {} }, holds, HiddenPosts);
  let [shown, end, isArranged] = [0, 0, false];
  for (const [index, post] of posts.entries()) {
    if (hidden.at(index)) continue;
    // several pictures are laid out by the width of the screen, which is a guess but on phones
    const hasSeveral = mediaItems(post).length > 1;
    const isGuess = hasSeveral && shown > 0 && !narrow;
    if (shown === POSTS || isGuess || post.contentWarning || post.sensitive) break;
    isArranged ||= hasSeveral;
    shown += 1;
    end = index + 1;
  }
  return { posts: posts.slice(0, end), isArranged };
};

/**
 * Draws the home page with its first posts, by the app's own components. What stores know of a browser has its
 * default. Posts that the reader's lists hide are lines, as in the app; posts under a warning are not drawn, nor what
 * follows them. Returns null if there is nothing to draw.
 */
export const drawHome = ({
  answer,
  user,
  own,
  welcome,
  instance,
  narrow,
  languages,
}: HomeToDraw): Drawn | null => {
  const page = toFeedPage(answer);
  screen.narrow = narrow === true;
  navigator.languages = [...languages];
  screen.known.clear();
  // visitors of one minute share an order
  if (user === null) screen.known.set(FOLLOWED, String(page.seed));
  else {
    keepLanguages(user._id, own.languages);
    keepMuted(user._id, own.muted);
    if (welcome) screen.known.set(`welcome:${user._id}`, 'on');
  }
  const { posts, isArranged } = firstPosts(page.data, user?._id, own, screen.narrow);
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
  const blocks = useBlockStore.getInitialState();
  const none = { ...blocks };
  Object.assign(blocks, { blocked: own.blocks });
  Object.assign(session, { currentUser: user, isAuthenticated: user !== null, isInitializing: false });
  Object.assign(useInstanceStore.getInitialState(), { known: instance });
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
      narrow: isArranged ? screen.narrow : null,
    };
  } finally {
    Object.assign(session, before);
    Object.assign(blocks, none);
    client.clear();
  }
};
