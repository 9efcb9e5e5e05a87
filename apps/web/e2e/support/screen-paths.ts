import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { callsEnded } from './page-report.js';

/** Paths of screens. */
export type ScreenOf = readonly string[];

interface PostOf {
  _id: string;
  media: unknown[];
  tags: string[];
  user: { userName: string };
}

export const visitorScreens: ScreenOf = [
  '/i/account/login',
  '/i/account/signup',
  '/i/account/forgotpassword',
];

export const settingsScreens: ScreenOf = [
  '',
  '/profile',
  '/reading',
  '/appearance',
  '/care',
  '/posts',
  '/notifications',
  '/security',
  '/data',
  '/devices',
  '/tokens',
].map((part) => `/settings${part}`);

/** Screens of a signed-in user that show neither a post nor a form of their own. */
export const plainScreens: ScreenOf = [
  '/notifications',
  '/contact',
  '/about',
  '/featurePanel',
  '/i/twitty',
  '/message/@demo',
  '/a/b/c',
];

/** Parts of one screen, which share its title: tabs, and what the settings show first. */
const IS_PART = /\/(about|bookmarks|media)$|[?&](in|way)=|^\/settings\/profile$/;

/**
 * Opens a screen and waits for its calls. A page of the app moves there, which takes half the processor time of a new
 * document. The title comes with the new screen and tells that it is drawn.
 */
export async function moveTo(page: Page, path: string, web = inject('web')): Promise<void> {
  const [address, shown] = [`${web}${path}`, page.url()];
  if (!shown.startsWith(web) || shown === address || IS_PART.test(path)) await page.goto(address);
  else {
    const before = await page.title();
    await page.evaluate((to) => {
      history.pushState(null, '', to);
      dispatchEvent(new PopStateEvent('popstate'));
    }, path);
    await expect.poll(() => page.title(), { message: `the title of ${path}` }).not.toBe(before);
  }
  await callsEnded(page);
}

/** Screens of an admin. */
export const adminScreens: ScreenOf = [
  '',
  '/appeals',
  '/people',
  '/registration',
  '/figures',
  '/instance',
  '/service',
].map((part) => `/admin${part}`);

/** Screens that differ most in their layout: lists, pictures, forms and tabs. */
export const isTelling = (path: string): boolean =>
  /^\/(home|today|p\/(?!0{24})\w+|\w+\/status\/\w+\/photo\/1|search\?q=demo&in=people|\w+\/media|createpost|settings|settings\/(profile|security)|notifications)$/.test(
    path,
  );

/** Returns the paths of all screens of a signed-in user, including a post with several pictures and tags. */
export async function memberScreens(api: string): Promise<ScreenOf> {
  const answer = await fetch(`${api}/posts?sortBy=likes&limit=20`);
  const { data } = (await answer.json()) as { data: PostOf[] };
  const post = data.find(({ media, tags }) => media.length > 1 && tags.length > 0);
  if (!post) throw new Error('No post has media and tags');
  const { userName } = post.user;
  return [
    '/home',
    '/home?way=following',
    '/today',
    '/messages',
    `/p/${post._id}`,
    `/p/${'0'.repeat(24)}`,
    `/${userName}/status/${post._id}/photo/1`,
    '/search',
    '/search?in=people',
    `/search?q=${encodeURIComponent(post.tags[0] ?? '')}`,
    '/search?q=garden&in=tags',
    '/search?q=demo&in=people',
    '/search?q=nothingsuchisanywhere',
    `/${userName}`,
    `/${userName}/about`,
    `/${userName}/media`,
    '/demo/bookmarks',
    '/collections',
    `/collections/${'0'.repeat(24)}`,
    '/nobodyofthisname',
    '/createpost',
    ...settingsScreens,
    ...plainScreens,
  ];
}
