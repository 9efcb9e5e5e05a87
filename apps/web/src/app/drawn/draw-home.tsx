import type { AnswerOf } from '@social-feed/contracts';
import type { Calls } from '@social-feed/contracts/calls';
import { renderToStaticMarkup } from 'react-dom/server';
import { flattenUnique } from '../../cache/block-store';
import { keys } from '../../cache/keys';
import { keepLanguages } from '../../cache/language-store';
import { keepMuted, readMuted } from '../../cache/muted-store';
import { FoldedText } from '../../components/ui/folded-text';
import { hiddenIn, loadMuting } from '../../features/content/post/list/use-hidden';
import { showsPicture } from '../../features/content/post/model/media-items';
import type { ClientPost } from '../../features/content/post/model/post';
import { FOLLOWED } from '../../features/reading/feed/feed-memory';
import { toFeedPage } from '../../features/reading/feed/get-feed-page';
import { HomeRoute } from '../routes/home';
import type { Drawn } from '../../../server/drawn';
import { screen } from './browser';
import { beginPage, drawPage, type PageToDraw } from './draw-page';

const muting = await loadMuting();

/** How many posts are drawn at least, and at most where none of them shows a picture: more than a screen shows. */
const POSTS = { least: 3, most: 6 };

export interface HomeToDraw extends PageToDraw {
  /** The reader's lists, by which posts are hidden; empty for a visitor. */
  own: Pick<AnswerOf<Calls['ownPeople']>['data'], 'blocks' | 'muted' | 'languages'>;
  /** Whether a member is welcomed above the posts, as visitors are. */
  welcome: boolean;
}

/** The button under a folded text. Only a browser knows which texts are too long, so the page's head adds it there. */
const MORE = `<template id="show-more">${
  /<button.*<\/button>/.exec(
    renderToStaticMarkup(
      <FoldedText text={'long '.repeat(200)} expanded={false} onExpand={() => undefined} />,
    ),
  )?.[0] ?? ''
}</template>`;

/**
 * The posts at the start of a page, without those by blocked people, and those of them that show. Ends with a post that
 * shows, or is empty.
 */
const firstPosts = (
  data: ClientPost[],
  viewerId: string | undefined,
  { blocks, languages }: HomeToDraw['own'],
): { listed: ClientPost[]; shown: ClientPost[] } => {
  const blocked = new Set(blocks.map(({ _id }) => _id).filter((id) => id !== viewerId));
  const posts = flattenUnique([{ data }]).filter(({ user }) => !blocked.has(user._id));
  if (muting === null) throw new Error('Hidden posts are not known');
  const { findInPosts, HiddenPosts } = muting;
  const holds = findInPosts(viewerId === undefined ? [] : readMuted(viewerId));
  const hidden = hiddenIn(posts, { languages, viewerId, opened: {} }, holds, HiddenPosts);
  const shown: ClientPost[] = [];
  let end = 0;
  for (const [index, post] of posts.entries()) {
    if (hidden.at(index)) continue;
    const isEnough = shown.length >= POSTS.least && (shown.length === POSTS.most || shown.some(showsPicture));
    if (isEnough || post.contentWarning || post.sensitive) break;
    shown.push(post);
    end = index + 1;
  }
  return { listed: posts.slice(0, end), shown };
};

/**
 * Draws the home page with its first posts, by the app's own components. Posts that the reader's lists hide are lines,
 * as in the app; posts under a warning are not drawn, nor what follows them. Returns null if there is nothing to draw.
 */
export const drawHome = (home: HomeToDraw): Drawn | null => {
  const { user, own, welcome } = home;
  const page = toFeedPage(home.answer);
  beginPage(home);
  // visitors of one minute share an order
  if (user === null) screen.known.set(FOLLOWED, String(page.seed));
  else {
    keepLanguages(user._id, own.languages);
    keepMuted(user._id, own.muted);
    if (welcome) screen.known.set(`welcome:${user._id}`, 'on');
  }
  const { listed, shown } = firstPosts(page.data, user?._id, own);
  if (shown.length === 0) return null;
  const drawn = drawPage(home, {
    path: '/home',
    page: <HomeRoute />,
    posts: shown,
    blocked: own.blocks,
    fill: (client) =>
      client.setQueryData(keys.feed(user?._id ?? null), {
        pages: [{ ...page, data: listed, hasNextPage: true }],
        pageParams: [1],
      }),
  });
  return { ...drawn, markup: drawn.markup + MORE };
};
