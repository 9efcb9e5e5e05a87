import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const answer = (titles: string[], page = 1, hasNext = false) =>
  HttpResponse.json({
    success: true,
    data: titles.map((title, index) => makeServerPost({ _id: idOf(page * 100 + index), title })),
    pagination: { currentPage: page, hasNext, totalPosts: titles.length },
  });

describe('search (A §2.8)', () => {
  it('shows matching posts by pages above what is coming', async () => {
    const asked: string[] = [];
    server.use(
      http.get('/api/posts', ({ request }) => {
        const url = new URL(request.url);
        asked.push(url.searchParams.get('q') ?? '');
        const page = Number(url.searchParams.get('page'));
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

  it('suggests hashtags by substring and searches on Enter, by choice and by arrows', async () => {
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

  it('looks for a tag when the term names one, and says when the call fails', async () => {
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/posts', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('tag'));
        return HttpResponse.json({ success: false, message: 'Busy' }, { status: 400 });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/search?q=%23rye' });
    expect(await screen.findByText('Busy')).toBeVisible();
    server.use(http.get('/api/posts', () => answer(['Rye at last'])));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Rye at last')).toBeInTheDocument();
    expect(asked).toEqual(['rye']);
  });
});
