import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

afterEach(() => {
  delete document.documentElement.dataset['theme'];
});

describe('placeholders', () => {
  it.each([
    ['/notifications', 'Notifications'],
    ['/i/twitty', 'Chat-bot'],
    ['/message/@ada', 'Messages'],
    ['/search', 'Search'],
    ['/featurePanel', 'Features'],
  ])('at %s are titled %s and say Coming Soon', async (url, title) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: title, level: 1 })).toBeVisible();
    expect(screen.getAllByText('Coming Soon').length).toBeGreaterThan(0);
  });
});

describe('search (A §2.8)', () => {
  it('names the term and what is coming, and searches on Enter', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/search?q=bread' });
    expect(await screen.findByRole('heading', { name: 'Results for bread' })).toBeVisible();
    for (const plan of [
      'Advanced search',
      'Hashtag exploration',
      'Trending analysis',
      'Personalized results',
    ]) {
      expect(screen.getByText(plan)).toBeVisible();
    }
    const field = screen.getByPlaceholderText('Search hashtags, topics...');
    await user.clear(field);
    await user.type(field, 'rye & oats{Enter}');
    await waitFor(() => expect(address()).toBe('/search?q=rye%20%26%20oats'));
  });
});

describe('settings', () => {
  it('switches the theme and keeps it', async () => {
    const { user } = renderApp({ user: testUser(), url: '/settings' });
    await user.click(await screen.findByRole('button', { name: 'Dark' }));
    expect(document.documentElement.dataset['theme']).toBe('dark');
    expect(localStorage.getItem('theme')).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'System' }));
    expect(document.documentElement.dataset['theme']).toBeUndefined();
    expect(localStorage.getItem('theme')).toBeNull();
  });
});

describe('a profile (A §2.9)', () => {
  const { email: _email, ...person } = testUser({ fullName: 'Grace Hopper', userName: 'grace' });

  it('shows who it is', async () => {
    server.use(
      http.get('/api/users/username/grace', () => HttpResponse.json({ success: true, data: person })),
    );
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Loading profile...')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Grace Hopper' })).toBeVisible();
    expect(screen.getByText('@grace')).toBeVisible();
    expect(screen.getByText(/Joined January 2026/)).toBeVisible();
  });

  it('says when there is nobody', async () => {
    server.use(
      http.get('/api/users/username/nobody', () => HttpResponse.json({ message: 'x' }, { status: 404 })),
    );
    renderApp({ user: testUser(), url: '/nobody' });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
    expect(screen.getByText("The profile you're looking for doesn't exist")).toBeVisible();
  });

  it('says when it failed', async () => {
    server.use(
      http.get('/api/users/username/grace', () => HttpResponse.json({ message: 'Broken' }, { status: 403 })),
    );
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('Broken')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  });

  it.each(['/grace/nonsense', '/auth/callbackx', '/assets'])('is not what %s means', async (url) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
