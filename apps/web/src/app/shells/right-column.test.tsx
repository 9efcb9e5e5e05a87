import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { noteWelcome } from '../../features/identity/session/model/welcome';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { setVisitorMode } from '../../lib/visitor-mode';
import { setWindowWidth } from '../../testing/media';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf, servePostsOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const column = () => screen.findByRole('complementary', { name: 'Search, account and features' });
const box = async () => within(await column()).findByRole('combobox', { name: 'Search' });
const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const DEFAULTS = ['trending', 'technology', 'javascript', 'react', 'webdev', 'programming', 'design', 'ui'];

beforeEach(() => {
  setWindowWidth(1440);
  server.use(
    servePostsOf([
      makeServerPost({ _id: idOf(1), tags: ['rye', 'bread'] }),
      makeServerPost({ _id: idOf(2), tags: ['bread'] }),
    ]),
    http.get('/api/search/people', () =>
      HttpResponse.json({ success: true, data: [], pagination: { currentPage: 1, hasNext: false } }),
    ),
    http.get('/api/search/tags', () => HttpResponse.json({ success: true, data: [] })),
  );
});

describe('the right column’s search box (A §2.7, §2.8)', () => {
  it('suggests eight hashtags, then those that contain the typed text [A2.7-1 A4.7-4]', async () => {
    const { user } = renderApp({ user: testUser(), url: '/about' });
    const field = await box();
    expect(field).toHaveAttribute('placeholder', 'Search hashtags, topics...');
    expect(field).toHaveAttribute('aria-expanded', 'false');
    await user.click(field);
    expect(options()).toEqual(DEFAULTS);
    expect(field).toHaveAttribute('aria-expanded', 'true');
    await user.type(field, 'OO');
    expect(options()).toEqual(['books', 'cooking', 'food']);
    await user.type(field, 'xyz');
    expect(options()).toEqual([]);
    expect(field).toHaveAttribute('aria-expanded', 'false');
  });

  it('closes on Escape and on a click outside, and keeps the text [A2.8-3]', async () => {
    const { user } = renderApp({ user: testUser(), url: '/about' });
    const field = await box();
    await user.type(field, 'art');
    expect(options()).toEqual(['art']);
    await user.keyboard('{Escape}');
    expect(options()).toEqual([]);
    await user.keyboard('{ArrowDown}');
    expect(options()).toEqual(['art']);
    await user.click(screen.getByRole('heading', { name: 'About Us' }));
    expect(options()).toEqual([]);
    expect(field).toHaveValue('art');
  });

  it('announces the option that the arrows select, and wraps around', async () => {
    const { user } = renderApp({ user: testUser(), url: '/about' });
    const field = await box();
    await user.click(field);
    const active = () =>
      document.getElementById(field.getAttribute('aria-activedescendant') ?? '')?.textContent;
    expect(active()).toBeUndefined();
    await user.keyboard('{ArrowUp}');
    expect(active()).toBe('ui');
    await user.keyboard('{ArrowDown}');
    expect(active()).toBeUndefined();
    await user.keyboard('{ArrowDown}{ArrowDown}');
    expect(active()).toBe('technology');
    expect(screen.getByRole('option', { name: 'technology' })).toHaveAttribute('aria-selected', 'true');
  });

  it.each([
    ['Enter', 'night trains{Enter}', '/search?q=night%20trains'],
    ['a chosen suggestion', 'phot{ArrowDown}{Enter}', '/search?q=photography'],
  ])(
    'searches on %s, and is hidden on the search page [A2.7-4 A2.7-5 A2.8-2]',
    async (_how, keys, address) => {
      const app = renderApp({ user: testUser(), url: '/about' });
      await app.user.type(await box(), keys);
      await waitFor(() => expect(app.address()).toBe(address));
      expect(await screen.findByRole('heading', { name: /^Results for/ })).toBeVisible();
      expect(screen.getAllByRole('combobox', { name: 'Search' })).toHaveLength(1);
      expect(within(await column()).queryByRole('combobox')).toBeNull();
      expect(
        await within(await column()).findByRole('heading', { name: 'Hashtags to explore' }),
      ).toBeVisible();
    },
  );

  it('does not search for blanks', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/about' });
    await user.type(await box(), '   {Enter}');
    expect(address()).toBe('/about');
  });
});

describe('people and tags of the feed’s first posts', () => {
  it('update without a render during the feed’s own render', async () => {
    // React logs this only once, for the first component that does it
    const complaints = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    server.use(serveFeedOf([makeServerPost({ tags: ['bread'] })]));
    renderApp({ user: testUser(), url: '/home' });
    await within(await column()).findByRole('link', { name: /^#bread/ });
    expect(complaints.mock.calls.filter(([text]) => /while rendering/.test(String(text)))).toEqual([]);
  });

  it('stand beside the feed alone, and not before newcomers', async () => {
    server.use(serveFeedOf([makeServerPost({ tags: ['bread'] })]));
    const { user, unmount } = renderApp({ user: testUser(), url: '/home' });
    await within(await column()).findByRole('link', { name: /^#bread/ });
    await user.click(screen.getByRole('link', { name: 'About Us' }));
    await screen.findByRole('heading', { name: 'About Us' });
    expect(within(await column()).queryByRole('heading', { name: 'Tags in use' })).toBeNull();
    expect(within(await column()).queryByRole('heading', { name: 'People' })).toBeNull();
    unmount();
    noteWelcome(testUser()._id, true);
    renderApp({ user: testUser(), url: '/home' });
    await screen.findByRole('article');
    expect(await within(await column()).findByRole('heading', { name: 'Features' })).toBeVisible();
    expect(within(await column()).queryByRole('link', { name: /^#bread/ })).toBeNull();
  });

  it('stay while another order loads', async () => {
    let answer = (): void => undefined;
    const later = new Promise<void>((resolve) => (answer = resolve));
    let calls = 0;
    server.use(
      http.get('/api/posts/infinite', async () => {
        if (++calls > 1) await later;
        return HttpResponse.json({
          success: true,
          data: [makeServerPost({ tags: [calls > 1 ? 'milk' : 'bread'] })],
          seed: 1,
          hasNextPage: false,
          nextPage: null,
        });
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/home' });
    const tag = (name: RegExp) => column().then((side) => within(side).findByRole('link', { name }));
    await tag(/^#bread/);
    await user.click(screen.getByRole('button', { name: /^Ways to read/ }));
    await user.click(await screen.findByRole('menuitem', { name: 'Draw again' }));
    await screen.findByText('Loading fresh content...');
    expect(await tag(/^#bread/)).toBeVisible();
    expect(within(await column()).getByRole('heading', { name: 'Features' })).toBeVisible();
    answer();
    await tag(/^#milk/);
  });

  it('shows each tag without a number, as its number of posts is unknown here', async () => {
    server.use(serveFeedOf([makeServerPost({ tags: ['bread'] })]));
    renderApp({ user: testUser(), url: '/home' });
    const tag = await within(await column()).findByRole('link', { name: /^#bread/ });
    expect(tag).toHaveTextContent(/^#bread$/);
  });
});

describe('the sub-views for visitors (A §2.7)', () => {
  beforeEach(() => setVisitorMode(true));

  const signIn = async (user: ReturnType<typeof renderApp>['user']) => {
    server.use(
      http.post('/api/auth/login', () => HttpResponse.json({ success: true, user: testUser() })),
      http.get('/api/auth/me', () => HttpResponse.json({ success: true, user: testUser() })),
    );
    const form = await screen.findByRole('form', { name: 'Sign In' });
    await user.type(within(form).getByLabelText('Email or Username'), 'ada');
    await user.type(within(form).getByLabelText('Password'), 'Secret99');
    await user.click(within(form).getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
  };

  it('sign a visitor in without leaving the page [A2.7-3]', async () => {
    const { address, user } = renderApp({ user: null, url: '/about' });
    await signIn(user);
    expect(await within(await column()).findByRole('heading', { name: 'Features' })).toBeVisible();
    expect(useSessionStore.getState().currentUser?.userName).toBe('ada');
    expect(address()).toBe('/about');
  });

  it('close at once if the user has signed in and switches to sign-up', async () => {
    const { user } = renderApp({ user: null, url: '/about' });
    await signIn(user);
    await user.click(screen.getByRole('button', { name: 'Create one now' }));
    expect(await within(await column()).findByRole('heading', { name: 'Features' })).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Sign Up' })).toBeNull();
  });

  it('leave the hashtags to the search page itself', async () => {
    renderApp({ user: null, url: '/search' });
    expect(await within(await column()).findByRole('form', { name: 'Sign In' })).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Hashtags to explore' })).toBeVisible();
    const tags = await screen.findAllByRole('link', { name: /^#/ });
    expect(tags.map((tag) => [tag.textContent, tag.getAttribute('href')])).toEqual([
      ['#bread', '/search?q=bread'],
      ['#rye', '/search?q=rye'],
    ]);
  });

  it('offer no hashtags that no post has', async () => {
    server.use(servePostsOf([]));
    renderApp({ user: null, url: '/search' });
    expect(await screen.findByRole('heading', { name: /^Coming Soon/ })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('heading', { name: 'Hashtags to explore' })).toBeNull());
  });

  it('show an error, and switch to sign-up and back [A2.7-3]', async () => {
    server.use(
      http.post('/api/auth/login', () =>
        HttpResponse.json({ success: false, message: 'Invalid credentials', code: 'X' }, { status: 401 }),
      ),
    );
    const { user } = renderApp({ user: null, url: '/about' });
    const form = await screen.findByRole('form', { name: 'Sign In' });
    await user.type(within(form).getByLabelText('Email or Username'), 'ada');
    await user.type(within(form).getByLabelText('Password'), 'Secret99{Enter}');
    expect(await screen.findByText(/^Invalid email\/username or password/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Create one now' }));
    expect(await screen.findByRole('form', { name: 'Sign Up' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Sign in' }));
    expect(screen.getByRole('form', { name: 'Sign In' })).toBeVisible();
  });
});
