import type { Post } from '@social-feed/contracts';
import type { Page } from 'playwright-core';
import { inject } from 'vitest';
import { analytics, board, grace } from '../../src/testing/api-data.js';
import { fake, fakePost, queryOf, type Answer } from './fake-feed.js';

/** A user with a faked profile. */
export const GRACE = { ...grace, userName: 'grace_h' };

export const BOARD = { ...board, socialStats: { followers: 4, following: 2, posts: 15, likes: 2500 } };

const ANALYTICS = { ...analytics, totalPosts: 15 };

export const data = (value: unknown) => ({ success: true, data: value });

/** A page of a user's posts. */
export const pageOf = (posts: Post[], hasNext = false) => ({
  ...data(posts),
  pagination: { currentPage: 1, hasNext, totalPosts: posts.length },
});

/** Posts with one picture each. */
export const pictures = (from: number, count: number): Post[] =>
  Array.from({ length: count }, (_unused, index) =>
    fakePost(from + index, {
      images: [`${inject('web')}/favicon.svg`],
      user: { ...GRACE, isFollowing: false },
    }),
  );

/** Fakes the calls of a profile. @returns a function with the page numbers requested so far */
export async function fakeProfile(page: Page, { user = GRACE, board = BOARD } = {}, ...posts: Answer[]) {
  await fake(page, `/users/username/${user.userName}`, data(user));
  await fake(page, `/users/${user._id}`, data(user));
  await fake(page, `/boards/user/${user._id}`, data([board]));
  await fake(page, `/posts/analytics/user/${user._id}`, data(ANALYTICS));
  const asked = await fake(page, `/posts/user/${user._id}`, ...(posts.length > 0 ? posts : [pageOf([])]));
  return { pagesAsked: () => queryOf(asked, 'page') };
}

/** Returns how far the page can scroll sideways, in pixels. */
export const sidewaysOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
