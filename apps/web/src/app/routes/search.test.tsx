import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const answer = (titles: string[], page = 1, hasNext = false) =>
  HttpResponse.json({
    success: true,
    data: titles.map((title, index) => makeServerPost({ _id: idOf(page * 100 + index), title })),
    nextCursor: hasNext ? String(page + 1) : null,
    pagination: { currentPage: page, hasNext, totalPosts: titles.length },
  });

/** In these tests the cursor is the number of the next page. */
const pageOf = (query: URLSearchParams) => Number(query.get('cursor') ?? 1);

const person = (index: number) => ({
  _id: idOf(700 + index),
  userName: `bread_${index}`,
  fullName: `Baker ${index}`,
  profilepic: '',
  createdAt: '2026-01-02T03:04:05.000Z',
});

/** Serves two pages of what `make` returns; `asked` records each term and page. */
const paged =
  (make: (page: number) => unknown[], asked: string[] = []) =>
  ({ request }: { request: Request }) => {
    const query = new URL(request.url).searchParams;
    const page = pageOf(query);
    asked.push(`${query.get('q') ?? ''} ${page}`);
    return HttpResponse.json({
      success: true,
      data: make(page),
      nextCursor: page < 2 ? String(page + 1) : null,
      pagination: { currentPage: page, hasNext: page < 2 },
    });
  };

beforeEach(() => {
  const nothing = { success: true, data: [], pagination: { currentPage: 1, hasNext: false } };
  server.use(
    http.get('/api/search/people', () => HttpResponse.json(nothing)),
    http.get('/api/search/tags', () => HttpResponse.json(nothing)),
  );
});

describe('search (A §2.8)', () => {
  it('suggests users to follow in an empty people search, then searches users', async () => {
    const by = (index: number) => ({ ...person(index), isFollowing: false });
    const written = [1, 2, 1, 3].map((index, at) => makeServerPost({ _id: idOf(at), user: by(index) }));
    const viewer = testUser();
    const own = makeServerPost({ _id: idOf(9), user: { ...by(4), _id: viewer._id } });
    server.use(
      http.get('/api/posts', () =>
        HttpResponse.json({
          success: true,
          data: [...written, own],
          pagination: { currentPage: 1, hasNext: true, totalPosts: 99 },
        }),
      ),
      http.get(
        '/api/search/people',
        paged((page) => [person(page)]),
      ),
    );
    const { user, address } = renderApp({ user: viewer, url: '/search?in=people' });
    await screen.findByText('Baker 2');
    const people = screen.getByRole('list', { name: 'People' });
    const names = within(people)
      .getAllByRole('link')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['B1Baker 1@bread_1', 'B2Baker 2@bread_2', 'B3Baker 3@bread_3']);
    expect(within(people).getByRole('button', { name: 'Follow Baker 2' })).toBeVisible();
    await user.type(screen.getByRole('combobox'), 'bread{Enter}');
    expect(address()).toBe('/search?q=bread&in=people');
  });

  it('keeps its posts when the session is lost in place', async () => {
    server.use(http.get('/api/posts', () => answer(['Bread 1'])));
    renderApp({ user: testUser(), url: '/search?q=bread' });
    expect(await screen.findByText('Bread 1')).toBeVisible();
    server.use(http.get('/api/posts', () => new Promise<never>(() => undefined)));
    act(() => useSessionStore.getState().loseSession());
    expect(screen.getByText('Bread 1')).toBeVisible();
  });

  it('shows some users and tags above the posts, and links to all of them in pages', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/posts', () => answer(['Bread 1'])),
      http.get(
        '/api/search/people',
        paged((page) => [1, 2, 3, 4].map((n) => person(page * 10 + n)), asked),
      ),
      http.get(
        '/api/search/tags',
        paged((page) => [{ tag: `bread${page}`, posts: page }]),
      ),
    );
    const { address, user } = renderApp({ user: testUser(), url: '/search?q=bread' });
    const people = await screen.findByRole('list', { name: 'People' });
    expect(within(people).getAllByRole('listitem')).toHaveLength(3);
    expect(within(people).getByRole('link', { name: /Baker 11/ })).toHaveAttribute('href', '/bread_11');
    const tags = await screen.findByRole('list', { name: 'Tags' });
    expect(within(tags).getByRole('link')).toHaveAttribute('href', '/search?q=%23bread1');
    expect(await screen.findByText('Bread 1')).toBeInTheDocument();

    await user.click(screen.getByRole('link', { name: 'See all people' }));
    await waitFor(() => expect(address()).toBe('/search?q=bread&in=people'));
    await user.click(await screen.findByRole('button', { name: 'Show more people' }));
    expect(await screen.findByText('Baker 24')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Show more people' })).toBeNull();
    expect(asked.at(-1)).toBe('bread 2');

    await user.click(within(screen.getByRole('navigation', { name: 'Results' })).getByText('Tags'));
    await user.click(await screen.findByRole('button', { name: 'Show more tags' }));
    expect(await screen.findByText('#bread2')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Coming Soon' })).toBeVisible();
  });

  it('says when users fail to load, when a later page fails, and when nothing matches', async () => {
    server.use(http.get('/api/search/people', () => HttpResponse.json({ message: 'Busy' }, { status: 400 })));
    const { user } = renderApp({ user: testUser(), url: '/search?q=bread&in=people' });
    expect(await screen.findByText('Busy')).toBeVisible();
    server.use(
      http.get(
        '/api/search/people',
        paged((page) => (page === 1 ? [person(1)] : [])),
        { once: true },
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await user.click(await screen.findByRole('button', { name: 'Show more people' }));
    expect(await screen.findByText('Failed to load more people')).toBeVisible();
    expect(screen.getByText('Baker 1')).toBeVisible();
    server.use(
      http.get(
        '/api/search/people',
        paged(() => []),
      ),
    );
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await waitFor(() => expect(screen.queryByText('Failed to load more people')).toBeNull());
  });

  it('says that nothing matches', async () => {
    renderApp({ user: testUser(), url: '/search?q=zzz&in=tags' });
    expect(await screen.findByText('No tags match')).toBeVisible();
  });

  it('shows matching posts in pages above the coming-soon part [F2-7 A2.8-4 A2.8-5]', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/posts', ({ request }) => {
        const url = new URL(request.url);
        asked.push(url.searchParams.get('q') ?? '');
        const page = pageOf(url.searchParams);
        return answer([`Bread ${page}`], page, page < 2);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/search?q=bread' });
    expect(await screen.findByRole('heading', { name: 'Results for bread' })).toBeVisible();
    expect(await screen.findByText('Bread 1')).toBeInTheDocument();
    for (const plan of [
      'Advanced search',
      'Hashtag exploration',
      'Trending analysis',
      'Personalized results',
    ])
      expect(screen.getByText(plan)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show more posts' }));
    expect(await screen.findByText('Bread 2')).toBeInTheDocument();
    expect(asked).toEqual(['bread', 'bread']);
  });

  it('suggests hashtags by substring and searches on Enter, by press and by arrows [A2.8-1 A2.8-2 A4.7-4]', async () => {
    server.use(http.get('/api/posts', () => answer([])));
    const { address, user } = renderApp({ user: testUser(), url: '/search' });
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.click(field);
    expect(screen.getAllByRole('option')).toHaveLength(8);
    await user.type(field, 'script');
    expect(screen.getAllByRole('option').map((option) => option.textContent)).toEqual(['javascript']);
    await user.click(screen.getByRole('option', { name: 'javascript' }));
    await waitFor(() => expect(address()).toBe('/search?q=javascript'));
    expect(await screen.findByText('No posts match')).toBeVisible();
    const again = screen.getByRole('combobox', { name: 'Search' });
    await user.clear(again);
    await user.type(again, 'gard{ArrowDown}{Enter}');
    await waitFor(() => expect(address()).toBe('/search?q=garden'));
    const third = screen.getByRole('combobox', { name: 'Search' });
    await user.clear(third);
    await user.type(third, 'rye & oats{Enter}');
    await waitFor(() => expect(address()).toBe('/search?q=rye%20%26%20oats'));
  });

  it('suggests tags and users below the default hashtags [B1-10]', async () => {
    server.use(
      http.get('/api/posts', () => answer([])),
      http.get(
        '/api/search/tags',
        paged(() => ['breadcrumbs', 'books'].map((tag) => ({ tag, posts: 1 }))),
      ),
      http.get(
        '/api/search/people',
        paged(() => [person(1)]),
      ),
    );
    const { address, user } = renderApp({ user: testUser(), url: '/search' });
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.type(field, 'b');
    const options = () => screen.getAllByRole('option').map((option) => option.textContent);
    const always = options();
    await waitFor(() =>
      expect(options()).toEqual([...always, 'breadcrumbs', expect.stringMatching(/Baker 1 @bread_1$/)]),
    );
    expect(always).toContain('books');
    await user.click(screen.getByRole('option', { name: 'breadcrumbs' }));
    await waitFor(() => expect(address()).toBe('/search?q=%23breadcrumbs'));
  });

  it('keeps the highlighted suggestion when others are inserted above it, and resets when closed', async () => {
    const gate = makeGate();
    server.use(
      http.get('/api/posts', () => answer([])),
      http.get('/api/search/tags', async ({ request }) => {
        await gate.passed;
        return paged(() => [{ tag: 'bread_rolls', posts: 1 }])({ request });
      }),
      http.get(
        '/api/search/people',
        paged(() => [person(1)]),
      ),
    );
    const { user } = renderApp({ user: testUser(), url: '/search' });
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.type(field, 'bread_');
    const named = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    await screen.findByRole('option', { name: 'Baker 1 @bread_1' });
    await user.keyboard('{ArrowDown}');
    expect(named()).toMatch(/@bread_1$/);
    gate.open();
    await screen.findByRole('option', { name: 'bread_rolls' });
    expect(named()).toMatch(/@bread_1$/);
    await user.keyboard('{Escape}');
    await user.click(field);
    await screen.findByRole('option', { name: 'bread_rolls' });
    expect(named()).toBeUndefined();
  });

  it('has tabs for posts, people and tags, and users with Follow [B1-11]', async () => {
    server.use(
      http.get('/api/posts', () => answer(['Bread 1'])),
      http.get(
        '/api/search/people',
        paged(() => [person(1)]),
      ),
    );
    const { address, user } = renderApp({ user: testUser(), url: '/search?q=bread' });
    const follow = await screen.findByRole('button', { name: 'Follow Baker 1' });
    await user.click(follow);
    await screen.findByRole('button', { name: 'Following Baker 1' });
    await user.click(within(screen.getByRole('navigation', { name: 'Results' })).getByText('Posts'));
    await waitFor(() => expect(address()).toBe('/search?q=bread&in=posts'));
    await screen.findByText('Bread 1');
    expect(screen.queryByRole('list', { name: 'People' })).toBeNull();
  });

  it('adds no history entry for a term that is searched again', async () => {
    server.use(http.get('/api/posts', () => answer(['Rye'])));
    const { user, address, go } = renderApp({ user: testUser(), url: '/search' });
    await user.type(await screen.findByRole('combobox'), 'rye{Enter}');
    await waitFor(() => expect(address()).toBe('/search?q=rye'));
    await user.type(screen.getByRole('combobox'), '{Enter}{Enter}');
    await go(-1);
    await waitFor(() => expect(address()).toBe('/search'));
  });

  it('searches for a tag when the term is one, and says when the call fails [F8-2]', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/posts', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('tag'));
        return HttpResponse.json({ success: false, message: 'Busy' }, { status: 400 });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/search?q=%23rye' });
    expect(await screen.findByText('Failed to fetch posts: 400')).toBeVisible();
    server.use(http.get('/api/posts', () => answer(['Rye at last'])));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rye at last')).toBeInTheDocument();
    expect(asked).toEqual(['rye']);
  });
});
