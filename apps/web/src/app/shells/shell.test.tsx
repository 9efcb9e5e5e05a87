import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useUnread } from '../../cache/unread-store';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import * as homeRefresh from '../../lib/home-refresh';
import { showText } from '../../lib/dialogs';
import { requestHomeRefresh } from '../../lib/home-refresh';
import { setVisitorMode } from '../../lib/visitor-mode';
import { setWindowWidth } from '../../testing/media';
import { renderApp } from '../../testing/render-app';
import { servePostsOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const main = () => screen.findByRole('navigation', { name: 'Main' });
const labels = (container: HTMLElement) =>
  within(container)
    .getAllByRole('link')
    .map((link) => link.textContent);

afterEach(() => {
  vi.useRealTimers();
  act(() => useUnread.setState({ unread: 0, waiting: undefined }));
});

describe('the shells (A §2.6)', () => {
  it.each([
    ['desktop', 992],
    ['tablet', 768],
  ])(
    'give the %s a sidebar with its items and Create Post [A2.6-1 A2.6-2 A2.6-3 A9-21]',
    async (_name, width) => {
      setWindowWidth(width);
      renderApp({ user: testUser(), url: '/createpost' });
      expect(labels(await main())).toEqual([
        'Home',
        'Search',
        'Notifications',
        'Chat-bot',
        'About Us',
        'Contact Us',
      ]);
      expect(screen.getByRole('link', { name: 'Create Post' })).toHaveAttribute('aria-current', 'page');
      expect(screen.getByRole('link', { name: 'Saved posts' })).toHaveAttribute('href', '/ada/bookmarks');
      expect(screen.queryByRole('button', { name: 'More' })).toBeNull();
    },
  );

  it('leave the composer alone on desktops, with the account menu at its corner [A2.7-8]', async () => {
    setWindowWidth(1440);
    const { user } = renderApp({ user: testUser(), url: '/createpost' });
    await screen.findByRole('form', { name: 'Create Post' });
    expect(screen.queryByRole('complementary')).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Account of Ada Byron/ }));
    expect(await screen.findByRole('menuitem', { name: 'Logout' })).toBeVisible();
  });

  it.each([
    ['an admin', testUser({ isAdmin: true })],
    ['a moderator', testUser({ isModerator: true })],
  ])('lead %s to moderation, with the number of waiting cases [B40-1]', async (_who, user) => {
    setWindowWidth(992);
    renderApp({ user, url: '/about' });
    expect(await screen.findByRole('link', { name: 'Moderation' })).toHaveAttribute('href', '/admin');
    act(() => useUnread.setState({ waiting: 3 }));
    expect(screen.getByRole('link', { name: 'Moderation 3 waiting' })).toHaveTextContent('Moderation 3');
    act(() => useUnread.setState({ waiting: 100 }));
    screen.getByRole('link', { name: 'Moderation 99+ waiting' });
  });

  it('have the entry of moderation in More on phones, for staff only [B40-1]', async () => {
    setWindowWidth(767);
    const { user } = renderApp({ user: testUser({ isModerator: true }), url: '/about' });
    await main();
    act(() => useUnread.setState({ waiting: 2, unread: 1 }));
    await user.click(screen.getByRole('button', { name: 'More, new notifications, cases waiting' }));
    const panel = await screen.findByRole('dialog', { name: 'More' });
    expect(within(panel).getByRole('link', { name: 'Moderation 2 waiting' })).toHaveAttribute(
      'href',
      '/admin',
    );
  });

  it('give the phone a bottom bar and the More panel [A2.6-4 A2.6-5 A2.6-6 A9-21]', async () => {
    setWindowWidth(767);
    const { address, user } = renderApp({ user: testUser(), url: '/about' });
    const bar = await main();
    expect(
      within(bar)
        .getAllByRole('listitem')
        .map((item) => item.textContent),
    ).toEqual(['Home', 'Search', 'Create', 'More', expect.stringContaining('Profile')]);
    expect(within(bar).getByRole('link', { name: /Profile/ })).toHaveAttribute('href', '/ada');
    await user.click(within(bar).getByRole('button', { name: 'More' }));
    const panel = await screen.findByRole('dialog', { name: 'More' });
    const [specified, own] = within(panel).getAllByRole('list');
    expect(labels(specified!)).toEqual(['Features', 'Notifications', 'Chat-bot', 'About Us', 'Contact Us']);
    expect(labels(own!)).toEqual(["Today's hand", 'Saved posts', 'Drafts']);
    expect(within(own!).getByRole('link', { name: 'Saved posts' })).toHaveAttribute('href', '/ada/bookmarks');
    expect(within(own!).getByRole('link', { name: 'Drafts' })).toHaveAttribute('href', '/createpost/drafts');
    // the dialog accepts presses after its next render
    await waitFor(() => expect(panel).toHaveStyle({ pointerEvents: 'auto' }));
    await user.click(within(panel).getByRole('link', { name: 'Contact Us' }));
    await waitFor(() => expect(address()).toBe('/contact'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('refresh Home if it is open, and load it in full from elsewhere [A2.1-8]', async () => {
    setWindowWidth(992);
    server.use(http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })));
    const refresh = vi.spyOn(homeRefresh, 'requestHomeRefresh');
    const { user } = renderApp({ user: testUser(), url: '/about' });
    const link = within(await main()).getByRole('link', { name: 'Home' });
    expect(link).toHaveAttribute('href', '/home');
    const prevented = await new Promise<boolean>((resolve) => {
      document.addEventListener(
        'click',
        (event) => {
          resolve(event.defaultPrevented);
          event.preventDefault();
        },
        { once: true },
      );
      void user.click(link);
    });
    expect(prevented).toBe(false);
    expect(refresh).not.toHaveBeenCalled();
  });
});

describe('the account menu (A §2.7)', () => {
  it('offers Login and Sign Up to visitors', async () => {
    setWindowWidth(992);
    setVisitorMode(true);
    renderApp({ user: null, url: '/about' });
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/i/account/login');
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/i/account/signup');
  });

  it.each([375, 820, 1440])(
    'opens Profile, Settings and Logout at %i px, and signs out [A2.7-8 A6-3]',
    async (width) => {
      setWindowWidth(width);
      let answer = () => undefined as unknown;
      const answered = new Promise<void>((resolve) => {
        answer = resolve;
      });
      server.use(
        http.post('/api/auth/logout', async () => {
          await answered;
          return HttpResponse.json({ success: false }, { status: 500 });
        }),
      );
      const { address, user } = renderApp({ user: testUser(), url: '/about' });
      await user.click(await screen.findByRole('button', { name: /^Account of Ada Byron/ }));
      const items = await screen.findAllByRole('menuitem');
      expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Settings', 'Logout']);
      await user.click(screen.getByRole('menuitem', { name: 'Logout' }));
      expect(await screen.findByText('Logging out...')).toBeVisible();
      answer();
      await waitFor(() => expect(address()).toBe('/i/account/login'));
      expect(useSessionStore.getState().currentUser).toBeNull();
    },
  );

  it('shows an auth error for five seconds, or until it is dismissed', async () => {
    setWindowWidth(992);
    const { user } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('heading', { name: 'About Us' });
    act(() => {
      useSessionStore.setState({ authError: 'Cannot connect to server...' });
    });
    await user.click(await screen.findByRole('button', { name: 'Dismiss notice' }));
    expect(screen.queryByText('Cannot connect to server...')).toBeNull();

    vi.useFakeTimers();
    act(() => {
      useSessionStore.setState({ authError: 'Again' });
    });
    act(() => {
      vi.advanceTimersByTime(4999);
    });
    expect(screen.getByText('Again')).toBeVisible();
    act(() => {
      vi.advanceTimersByTime(1);
    });
    expect(screen.queryByText('Again')).toBeNull();
  });
});

describe('requestHomeRefresh', () => {
  it('does nothing without a listener', () => {
    expect(() => requestHomeRefresh()).not.toThrow();
  });
});

describe('a navigation to another page', () => {
  it('closes the previous page’s dialog, also on the way to a page without the shell', async () => {
    setWindowWidth(992);
    setVisitorMode(true);
    const { go, user } = renderApp({ user: null, url: '/about' });
    await user.click(await screen.findByRole('link', { name: 'Login' }));
    await screen.findByLabelText('Password');
    await go(-1);
    await screen.findByRole('heading', { name: 'About Us' });
    act(() => showText('Description', 'A cat'));
    await screen.findByRole('dialog', { name: 'Description' });
    await go(1);
    await screen.findByLabelText('Password');
    await go(-1);
    await screen.findByText('About Us', { selector: 'h1' });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('moves the focus to the content and announces its title', async () => {
    server.use(servePostsOf([]));
    const { user } = renderApp({ user: testUser(), url: '/contact' });
    await screen.findByRole('heading', { name: 'Contact Us', level: 1 });
    // the browser announces the first page
    expect(screen.getByRole('main')).not.toHaveFocus();
    await user.click(screen.getByRole('link', { name: 'Search' }));
    await screen.findByRole('heading', { name: 'Search', level: 1 });
    // the focus moves after the page has rendered
    await waitFor(() => expect(screen.getByRole('main')).toHaveFocus());
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'Search · Social Feed',
      ),
    );
  });
});
