import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const blocked = { _id: idOf(50), userName: 'noisy', fullName: 'Noisy' };
const answer = (page: number, titles: string[], author = {}) =>
  HttpResponse.json({
    success: true,
    data: titles.map((title, index) =>
      makeServerPost({
        _id: idOf(page * 100 + index),
        title,
        tags: ['rye'],
        user: { ...makeServerPost().user, ...author },
      }),
    ),
    nextCursor: page < 2 ? String(page + 1) : null,
    pagination: { currentPage: page, hasNext: page < 2, totalPosts: 2 },
  });
const pageOf = (request: Request) => Number(new URL(request.url).searchParams.get('cursor') ?? 1);
const open = (url = '/search?q=bread') => renderApp({ user: testUser(), url });

beforeEach(() => {
  useBlockStore.setState({ blocked: [] });
  const nothing = { success: true, data: [], pagination: { currentPage: 1, hasNext: false } };
  server.use(
    http.get('/api/search/people', () => HttpResponse.json(nothing)),
    http.get('/api/search/tags', () => HttpResponse.json(nothing)),
    http.get('/api/posts', ({ request }) => answer(pageOf(request), [`Bread ${pageOf(request)}`])),
  );
});

describe('search by keyboard', () => {
  it('keeps the focus in the field after a search and closes the suggestions', async () => {
    const { user, address } = open('/search');
    const field = await screen.findByRole('combobox', { name: 'Search' });
    await user.type(field, 'bread{Enter}');
    await waitFor(() => expect(address()).toBe('/search?q=bread'));
    await screen.findByText('Bread 1');
    const now = screen.getByRole('combobox', { name: 'Search' });
    expect(now).toHaveFocus();
    expect(now).toHaveValue('bread');
    expect(now).toHaveAttribute('aria-expanded', 'false');
  });

  it('shows the term of a followed link in the field', async () => {
    const { user, address } = open();
    await user.click((await screen.findAllByRole('link', { name: '#rye' }))[0]!);
    await waitFor(() => expect(address()).toBe('/search?q=rye'));
    expect(screen.getByRole('combobox', { name: 'Search' })).toHaveValue('rye');
  });

  it('keeps the focus on the button while more posts load', async () => {
    const { user } = open();
    const more = await screen.findByRole('button', { name: 'Show more posts' });
    const gate = makeGate();
    server.use(
      http.get('/api/posts', async ({ request }) => {
        await gate.passed;
        return HttpResponse.json(
          { success: false, message: 'No' },
          { status: pageOf(request) > 0 ? 400 : 500 },
        );
      }),
    );
    more.focus();
    await user.keyboard('{Enter}');
    const busy = await screen.findByRole('button', { name: 'Loading...' });
    expect(busy).toHaveFocus();
    // browsers remove the focus from disabled elements
    expect(busy).toBeEnabled();
    gate.open();
    expect(await screen.findByRole('button', { name: 'Try Again' })).toHaveFocus();
  });
});

describe('the scroll position of the search page', () => {
  it('is the top for a new search, also when a result links to it', async () => {
    const { user } = open();
    const scroll = vi.spyOn(window, 'scrollTo').mockReturnValue();
    await user.click((await screen.findAllByRole('link', { name: '#rye' }))[0]!);
    await waitFor(() => expect(scroll).toHaveBeenCalledWith(0, 0));
    scroll.mockClear();
    const tabs = within(await screen.findByRole('navigation', { name: 'Results' }));
    await user.click(tabs.getByRole('link', { name: 'People' }));
    await screen.findByText('No people match');
    expect(scroll).not.toHaveBeenCalled();
    scroll.mockRestore();
  });
});

it('a page with only blocked authors does not count as no results', async () => {
  useBlockStore.setState({ blocked: [blocked] });
  server.use(
    http.get('/api/posts', ({ request }) =>
      pageOf(request) === 1 ? answer(1, ['Noise'], blocked) : answer(2, ['Bread 2']),
    ),
  );
  const { user } = open();
  await user.click(await screen.findByRole('button', { name: 'Show more posts' }));
  expect(await screen.findByText('Bread 2')).toBeVisible();
  expect(screen.queryByText('No posts match')).toBeNull();
});
