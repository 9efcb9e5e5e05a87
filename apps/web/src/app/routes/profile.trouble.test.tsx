import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { author, broken, pageOf, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

beforeEach(skipDelays);

describe('a failing profile', () => {
  it('says when the user does not exist [A2.9-23 A8-41]', async () => {
    server.use(
      http.get('/api/users/username/nobody', () => HttpResponse.json({ message: 'x' }, { status: 404 })),
    );
    renderApp({ user: testUser(), url: '/nobody' });
    expect(await screen.findByRole('heading', { name: 'User not found' })).toBeVisible();
    expect(screen.getByText("The profile you're looking for doesn't exist")).toBeVisible();
  });

  it('shows what went wrong, with debug info [A2.9-24 A8-38]', async () => {
    server.use(
      http.get('/api/users/username/grace', () => HttpResponse.json({ message: 'Broken' }, { status: 403 })),
    );
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('User not found: 403 - Broken')).toBeVisible();
    expect(screen.getByText(/status: 403/)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Reload Page' })).toBeVisible();
  });

  it('shows "Invalid response format" if the response contains no user [A8-39]', async () => {
    server.use(http.get('/api/users/username/grace', () => HttpResponse.json({ success: true })));
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Oops! Something went wrong')).toBeVisible();
    expect(screen.getByText('Invalid response format')).toBeVisible();
  });

  it('asks for a user name if the address has none [A2.9-22 A8-41]', async () => {
    renderApp({ user: testUser(), url: '/%20' });
    expect(await screen.findByText('Invalid URL')).toBeVisible();
    expect(screen.getByText('Username is required')).toBeVisible();
  });

  it('shows zeros if board and analytics fail, and offers a retry for posts [A7.3-12]', async () => {
    serveProfile();
    const posts = vi.fn(broken);
    server.use(
      http.get('/api/boards/user/:id', broken),
      http.get('/api/posts/user/:id', posts),
      http.get('/api/posts/analytics/user/:id', broken),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('No posts yet')).toBeVisible();
    expect(screen.getByRole('list', { name: 'Stats' })).toHaveTextContent(
      '0 Followers0 Following0 Posts0 Likes',
    );
    expect(screen.getByTestId('cover-pattern')).toBeInTheDocument();
    posts.mockImplementation(() => pageOf([makeServerPost({ title: 'Back again', user: author })]));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Back again')).toBeInTheDocument();
    await user.click(screen.getByRole('link', { name: 'About' }));
    await waitFor(() => expect(screen.getAllByText('0%').length).toBe(2));
  });

  it('keeps the loaded posts when the next page fails, after any number of retries', async () => {
    installFakeSight();
    serveProfile();
    const titled = (title: string, number: number) =>
      makeServerPost({ _id: idOf(number), title, user: author });
    let fails = true;
    server.use(
      http.get('/api/posts/user/:id', ({ request }) => {
        if (new URL(request.url).searchParams.get('page') === '1') return pageOf([titled('First', 1)], true);
        return fails ? broken() : pageOf([titled('Second', 2)]);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('First')).toBeInTheDocument();
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByText('Some of this could not be loaded.')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByText('Some of this could not be loaded.')).toBeInTheDocument();
    expect(screen.getByText('First')).toBeInTheDocument();
    expect(screen.queryByText('No posts yet')).toBeNull();
    const again = await screen.findByRole('button', { name: 'Try Again' });
    fails = false;
    await user.click(again);
    expect(await screen.findByText('Second')).toBeInTheDocument();
    expect(screen.getByText('First')).toBeInTheDocument();
  });

  it.each(['/grace/nonsense', '/auth/callbackx', '/assets'])('does not open at %s [A2.1-21]', async (url) => {
    renderApp({ user: testUser(), url });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });
});
