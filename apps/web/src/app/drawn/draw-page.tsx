import type { AnswerOf, CurrentUser, Instance } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import { flattenUnique, useBlockStore } from '../../cache/block-store';
import { keepLanguages } from '../../cache/language-store';
import { keepMuted, readMuted } from '../../cache/muted-store';
import { FoldedText } from '../../components/ui/folded-text';
import { hiddenIn, loadMuting } from '../../features/content/post/list/use-hidden';
import { CAROUSEL, showsPicture } from '../../features/content/post/model/media-items';
import type { ClientPost } from '../../features/content/post/model/post';
import { useFollowStore } from '../../features/content/post/reactions/follow';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { toDraw } from '../../lib/drawn';
import type { Elements } from '../../lib/elements';
import { useInstanceStore } from '../../lib/instance-store';
import { ViewerProvider } from '../../lib/viewer';
import { QueryClientOverride, QueryProvider } from '../query-provider';
import { AccountCorner, BottomBar, Shell } from '../shells/shell';
import type { Drawn } from '../../../server/drawn';
import { navigator, screen, window } from './browser';

const muting = await loadMuting();
AccountCorner.preload();
BottomBar.preload();
await Promise.all([import('../shells/account-corner'), import('../shells/bottom-bar')]);

/** How many posts are drawn at least, and at most where none of them shows a picture: more than a screen shows. */
const POSTS = { least: 3, most: 6 };

/** What is known of a page and its reader. */
export interface PageToDraw {
  address: string;
  /** The answers to the page's calls, by name. */
  answers: Readonly<Record<string, unknown>>;
  /** Null for a visitor. */
  user: CurrentUser | null;
  /** The reader's lists, by which posts are hidden; empty for a visitor. */
  own: Pick<AnswerOf<Calls['ownPeople']>['data'], 'follows' | 'blocks' | 'muted' | 'languages'>;
  /** Whether the reader is welcomed above the posts of home. */
  welcome: boolean;
  instance: Instance | undefined;
  /** The languages that the browser prefers. */
  languages: readonly string[];
}

/** What a page shows. */
export interface Shown {
  page: Elements;
  /** Where it is, unless where it was asked for. */
  address?: string;
  /** Its posts, in order. */
  posts: readonly ClientPost[];
  /** What its queries have fetched. */
  cached: readonly (readonly [key: QueryKey, data: unknown])[];
  /** What the browser has stored, besides the lists. */
  known?: Readonly<Record<string, string>>;
  /** Whether it has something to read above its posts, so that it is drawn without them too. */
  hasHead?: boolean;
  /** Whether readers without script get all posts of the page. */
  isWhole?: boolean;
}

/** Links that React writes before the markup, for what a browser should fetch at once. */
const PRELOADS = /^(?:<link rel="preload"[^>]*>)+/;
const TITLE = /<title>[^<]*<\/title>/;
const FIRST_PICTURE = /<link [^>]*fetchPriority="high"[^>]*>/gi;
const EAGER = /(<img [^>]*)loading="eager"/g;
/** A picture that narrow and wide screens show in different sizes has a link for each, in this order. */
const WIDTHS = [CAROUSEL, `not all and ${CAROUSEL}`];
/** Where the link's picture is in the markup: React writes links in another order. */
const placeIn = (markup: string, link: string) =>
  markup.indexOf(` sizes="${/imageSizes="([^"]*)"/.exec(link)?.[1]}"`);
const forWidth = (link: string, index: number) => link.replace('<link ', `<link media="${WIDTHS[index]}" `);

/** The button under a folded text. Only a browser knows which texts are too long, so the page's head adds it there. */
const MORE = `<template id="show-more">${
  /<button.*<\/button>/.exec(
    renderToStaticMarkup(
      <FoldedText text={'long '.repeat(200)} expanded={false} onExpand={() => undefined} />,
    ),
  )?.[0] ?? ''
}</template>`;

/** Makes the stores of a browser those of a new one of this reader. */
const beginPage = ({ languages, user, own }: PageToDraw, known: Shown['known'] = {}): void => {
  navigator.languages = [...languages];
  screen.known.clear();
  for (const [name, value] of Object.entries(known)) screen.known.set(name, value);
  if (user === null) return;
  keepLanguages(user._id, own.languages);
  keepMuted(user._id, own.muted);
};

/**
 * The posts at the start of a list, without those by blocked people: those of them that show, how many of the list these
 * are the end of, and how many come before the first under a warning. All end with a post that shows.
 */
const firstPosts = (
  data: readonly ClientPost[],
  viewerId: string | undefined,
  { blocks, languages }: PageToDraw['own'],
): { shown: ClientPost[]; end: number; open: number } => {
  const blocked = new Set(blocks.map(({ _id }) => _id).filter((id) => id !== viewerId));
  const posts = flattenUnique([{ data: [...data] }]).filter(({ user }) => !blocked.has(user._id));
  if (muting === null) throw new Error('Hidden posts are not known');
  const { findInPosts, HiddenPosts } = muting;
  const holds = findInPosts(viewerId === undefined ? [] : readMuted(viewerId));
  const hidden = hiddenIn(posts, { languages, viewerId, opened: {} }, holds, HiddenPosts);
  const shown: ClientPost[] = [];
  let end: number | undefined;
  let open = 0;
  for (const [index, post] of posts.entries()) {
    if (hidden.at(index)) continue;
    if (post.contentWarning || post.sensitive) break;
    const isEnough = shown.length >= POSTS.least && (shown.length === POSTS.most || shown.some(showsPicture));
    if (isEnough) end ??= open;
    if (end === undefined) shown.push(post);
    open = index + 1;
  }
  return { shown, end: end ?? open, open };
};

/**
 * Draws a page in the app's frame, by the app's own components, with its first posts. Posts that the reader's lists hide
 * are lines, as in the app; posts under a warning are not drawn, nor what follows them. What stores know of a browser has
 * its default. Returns null if there is nothing to draw.
 */
export const drawPage = (to: PageToDraw, shown: Shown): Drawn | null => {
  const { user, own, instance, address } = to;
  const { page, cached, known, hasHead = false, isWhole = false, address: path = address } = shown;
  beginPage(to, known);
  const { shown: posts, end, open } = firstPosts(shown.posts, user?._id, own);
  if (posts.length === 0 && !hasHead) return null;
  Object.assign(toDraw, { posts: end, rest: isWhole ? open : end });
  const client = new QueryClient();
  for (const [key, data] of cached) client.setQueryData(key, data);
  // React reads the first state of a store on a server; nothing else runs until the markup is there
  const states = {
    session: useSessionStore.getInitialState(),
    blocks: useBlockStore.getInitialState(),
    follows: useFollowStore.getInitialState(),
  };
  const before = Object.entries(states).map(([name, state]) => [name, { ...state }] as const);
  Object.assign(states.blocks, { blocked: own.blocks });
  if (user !== null)
    Object.assign(states.follows, {
      byViewer: { [user._id]: Object.fromEntries(own.follows.map((id) => [id, true])) },
    });
  Object.assign(states.session, { currentUser: user, isAuthenticated: user !== null, isInitializing: false });
  Object.assign(useInstanceStore.getInitialState(), { known: instance });
  const [pathname = '', search] = path.split('?');
  Object.assign(window.location, { pathname, search: search === undefined ? '' : `?${search}` });
  try {
    const drawn = renderToStaticMarkup(
      <StaticRouter location={path}>
        <ViewerProvider value={{ user, status: user ? 'signed-in' : 'signed-out' }}>
          <QueryClientOverride value={client}>
            <QueryProvider>
              <Shell>{page}</Shell>
            </QueryProvider>
          </QueryClientOverride>
        </ViewerProvider>
      </StaticRouter>,
    );
    const [links = ''] = PRELOADS.exec(drawn) ?? [];
    const markup = drawn.slice(links.length).replace(TITLE, '');
    const first = [...((posts.some(showsPicture) && links.match(FIRST_PICTURE)) || [])].sort(
      (a, b) => placeIn(markup, a) - placeIn(markup, b),
    );
    // where a picture is there in two sizes, the one that shows is fetched: by its link as early as without "lazy"
    const body = first.length < 2 ? markup : markup.replaceAll(EAGER, '$1loading="lazy"');
    return {
      markup: body.includes('data-folds') ? body + MORE : body,
      preload: (first.length < 2 ? first : first.map(forWidth)).join(''),
    };
  } finally {
    for (const [name, state] of before) Object.assign(states[name as keyof typeof states], state);
    client.clear();
  }
};
