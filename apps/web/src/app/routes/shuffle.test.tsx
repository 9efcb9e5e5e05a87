import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { author, board, broken, grace, pageOf, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

const post = (number: number) => makeServerPost({ _id: idOf(number), title: `Post ${number}`, user: author });
const nothing = { success: true, data: [], pagination: { currentPage: 1, hasNext: false } };

let restore: () => void;
beforeEach(() => {
  restore = skipDelays();
  server.use(
    http.get('/api/search/people', () => HttpResponse.json(nothing)),
    http.get('/api/search/tags', () => HttpResponse.json(nothing)),
  );
});
afterEach(() => restore());

/** Serves the profile's posts and their number. */
const servePostsOfGrace = (count: number): void =>
  server.use(
    http.get('/api/boards/user/:id', () =>
      HttpResponse.json({
        success: true,
        data: [{ ...board, socialStats: { ...board.socialStats, posts: count } }],
      }),
    ),
    http.get('/api/posts/user/:id', () =>
      pageOf(Array.from({ length: count }, (_none, index) => post(index + 1))),
    ),
  );

/**
 * Serves `GET /posts`: two pages by cursor for a shuffle, one page otherwise.
 * @returns the query of the last call
 */
const servePosts = (totalPosts = 2): URLSearchParams[] => {
  const asked: URLSearchParams[] = [];
  server.use(
    http.get('/api/posts', ({ request }) => {
      const query = new URL(request.url).searchParams;
      asked.push(query);
      const pagination = { currentPage: 1, hasNext: false, totalPosts };
      const answer = (data: unknown[], more: object) =>
        HttpResponse.json({ success: true, data, pagination, ...more });
      if (query.get('sortBy') !== 'random') return answer([post(1), post(2)], {});
      const seed = Number(query.get('seed'));
      return query.has('cursor')
        ? answer([post(1)], { seed, nextCursor: null })
        : answer([post(2)], { seed, nextCursor: 'next' });
    }),
  );
  return asked;
};
const seedIn = (address: string | null) => /[?&]seed=(\d{1,6})$/.exec(address ?? '')?.[1];

describe('Shuffle on a profile', () => {
  it('shows the posts in the order of a seed in the address, to the end; Back shows the newest first [B3-19]', async () => {
    installFakeSight();
    serveProfile();
    servePostsOfGrace(6);
    const asked = servePosts();
    const { user, address, go } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    expect(asked).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Shuffle' }));
    expect(await screen.findByRole('button', { name: 'Shuffle again' })).toBeVisible();
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
    const seed = seedIn(address());
    expect(seed).toBeDefined();
    expect(Object.fromEntries(asked[0]!)).toEqual({ userId: grace._id, sortBy: 'random', seed, limit: '12' });
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    expect(asked[1]!.get('cursor')).toBe('next');
    expect(await screen.findByText("You've reached the end")).toBeInTheDocument();
    await go(-1);
    expect(await screen.findByRole('button', { name: 'Shuffle' })).toBeVisible();
    expect(address()).toBe('/grace');
  });

  it('reads the seed from the address, and switches back to the newest first [B3-19]', async () => {
    serveProfile();
    const asked = servePosts();
    const { user, address } = renderApp({ user: testUser(), url: '/grace/posts?seed=4711' });
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
    expect(asked[0]!.get('seed')).toBe('4711');
    const back = screen.getByRole('button', { name: 'Newest first' });
    // the shuffle, its check and the way back are one line
    expect(back.parentElement).toHaveTextContent(/^Shuffle “.+”CheckNewest first$/);
    await user.click(back);
    expect(await screen.findByText('No posts yet')).toBeVisible();
    expect(address()).toBe('/grace/posts');
  });

  it('is not offered for fewer than six posts', async () => {
    serveProfile();
    servePostsOfGrace(5);
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Post 5')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Shuffle' })).toBeNull();
  });

  it('ignores an invalid seed [B3-19]', async () => {
    serveProfile();
    const asked = servePosts();
    renderApp({ user: testUser(), url: '/grace?seed=1e6' });
    expect(await screen.findByText('No posts yet')).toBeVisible();
    expect(screen.queryByRole('button', { name: /Shuffle/ })).toBeNull();
    expect(asked).toEqual([]);
  });
});

describe('Shuffle on a tag', () => {
  it('shuffles its posts and keeps the term [B3-19]', async () => {
    const asked = servePosts();
    const { user, address } = renderApp({ user: testUser(), url: '/search?q=%23sea&in=posts' });
    await user.click(await screen.findByRole('button', { name: 'Shuffle' }));
    await screen.findByRole('button', { name: 'Shuffle again' });
    await waitFor(() => expect(asked.at(-1)?.get('tag')).toBe('sea'));
    expect(asked.at(-1)?.get('sortBy')).toBe('random');
    expect(address()).toMatch(/^\/search\?q=%23sea&in=posts&seed=\d{1,6}$/);
  });

  it('is not offered for words', async () => {
    servePosts();
    renderApp({ user: testUser(), url: '/search?q=sea&seed=5' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Shuffle/ })).toBeNull();
  });

  it('says that it covers the newest 1,000 if there are more', async () => {
    installFakeSight();
    servePosts(1001);
    renderApp({ user: testUser(), url: '/search?q=%23sea&in=posts&seed=5' });
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByText('These were the newest 1,000')).toBeInTheDocument();
  });

  it('shows a failure and retries [F8-2 B3-19]', async () => {
    server.use(http.get('/api/posts', broken));
    const { user } = renderApp({ user: testUser(), url: '/search?q=%23sea&in=posts&seed=5' });
    const retry = await screen.findByRole('button', { name: 'Try Again' }, { timeout: 5000 });
    expect(screen.getByText('Failed to fetch posts: 500')).toBeVisible();
    servePosts();
    await user.click(retry);
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
  });
});
