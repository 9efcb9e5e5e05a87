import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { makeGate, serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const session = { success: true, user: testUser(), sessionExpiry: '2099-01-01T00:00:00.000Z' };
const acceptLogin = () => server.use(http.post('/api/auth/login', () => HttpResponse.json(session)));

const name = () => screen.findByLabelText('Email or Username');
const password = () => screen.findByLabelText('Password');
const submit = () => screen.findByRole('button', { name: /^Sign(ing)? In/ });

afterEach(() => {
  vi.useRealTimers();
});

describe('the sign-in page', () => {
  // home loads as soon as the user is signed in
  beforeEach(() => server.use(serveFeedOf([])));

  it.each(['/i/account/login', '/login'])('shows its fields and links at %s [A2.2-7]', async (url) => {
    renderApp({ user: null, url });
    expect(await screen.findByRole('heading', { name: 'Sign In' })).toBeVisible();
    expect(screen.getByText('Welcome back to your social universe')).toBeVisible();
    expect(await name()).toBeVisible();
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).not.toBeChecked();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
      'href',
      '/i/account/forgotpassword',
    );
    expect(screen.getByRole('link', { name: 'Create one now' })).toHaveAttribute('href', '/i/account/signup');
  });

  it('shows logo, name and tagline above a form titled Sign In, and an "or" before the social buttons [A1-4 A2.2-4 A2.2-10]', async () => {
    const { container } = renderApp({ user: null, url: '/login' });
    const heading = await screen.findByRole('heading', { name: 'Sign In' });
    const top = within(screen.getByRole('main'));
    const above = [
      container.querySelector('main svg')!,
      top.getByText('Social Feed'),
      top.getByText('Welcome back to your social universe'),
      heading,
      top.getByRole('form', { name: 'Sign In' }),
      top.getByText('or'),
      top.getByRole('button', { name: 'Continue with Google' }),
    ];
    const inOrder = above.toSorted((a, b) =>
      a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    );
    expect(above).toEqual(inOrder);
  });

  it('links to the password reset and to sign-up [A2.2-8 A2.2-13 A2.2-14]', async () => {
    const { address, user } = renderApp({ user: null, url: '/login', state: { from: '/about' } });
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    expect(await screen.findByRole('heading', { name: 'Forgot Password?' })).toBeVisible();
    expect(address()).toBe('/i/account/forgotpassword');
    fireEvent.click(screen.getByRole('button', { name: 'Back to Login' }));
    expect(await screen.findByText(/^Don't have an account\?/)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Create one now' }));
    await waitFor(() => expect(address()).toBe('/i/account/signup'));
    expect(screen.getByTestId('address').dataset['state']).toBe('{"from":"/about"}');
  });

  it('names a missing field, focuses it and clears the message on typing [A4.2-1 A5-2]', async () => {
    const { user } = renderApp({ user: null, url: '/login' });
    await user.click(await submit());
    expect(screen.getByText('Email or username is required')).toBeVisible();
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(await name()).toHaveFocus();
    await user.type(await name(), 'a');
    expect(screen.queryByText('Email or username is required')).toBeNull();
    expect(screen.getByText('Password is required')).toBeVisible();
    await user.type(await password(), '12345');
    await user.click(await submit());
    expect(screen.getByText('Password must be at least 6 characters')).toBeVisible();
  });

  it('takes what a password manager has filled in without an event', async () => {
    const sent = new Promise((resolve) => {
      server.use(
        http.post('/api/auth/login', async ({ request }) => {
          resolve(await request.json());
          return HttpResponse.json(session);
        }),
      );
    });
    const { user } = renderApp({ user: null, url: '/login' });
    const fill = (field: HTMLElement, value: string) =>
      Reflect.set(HTMLInputElement.prototype, 'value', value, field);
    fill(await name(), 'demo');
    fill(await password(), 'Demo1234');
    await user.click(await submit());
    expect(await sent).toEqual({ emailOrUsername: 'demo', password: 'Demo1234', rememberMe: false });
  });

  it('toggles the password, and changes the icon when the name looks like an e-mail [A2.2-5 A2.2-6]', async () => {
    const { user } = renderApp({ user: null, url: '/login' });
    await user.type(await password(), 'secret1');
    expect(await password()).toHaveAttribute('type', 'password');
    expect(await password()).toHaveAttribute('autocomplete', 'current-password');
    await user.click(screen.getByRole('button', { name: 'Show password' }));
    expect(await password()).toHaveAttribute('type', 'text');
    // its name already says what it does next; a pressed state would contradict it
    expect(screen.getByRole('button', { name: 'Hide password' })).not.toHaveAttribute('aria-pressed');
    expect(screen.queryByRole('img', { name: 'E-mail address' })).toBeNull();
    await user.type(await name(), 'ada@example.org');
    expect(screen.getByRole('img', { name: 'E-mail address' })).toBeVisible();
  });

  it('sends the form, shows progress, and keeps the fields after a rejection [A2.2-9 A3-13]', async () => {
    const bodies: unknown[] = [];
    const gate = makeGate();
    server.use(
      http.post('/api/auth/login', async ({ request }) => {
        bodies.push(await request.json());
        await gate.passed;
        return HttpResponse.json(
          { success: false, message: 'Invalid credentials', code: 'X' },
          { status: 401 },
        );
      }),
    );
    const { user } = renderApp({ user: null, url: '/login' });
    await user.type(await name(), 'ada');
    await user.type(await password(), 'secret1');
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await user.click(await submit());
    expect(screen.getByRole('button', { name: 'Signing In...' })).toHaveAttribute('aria-disabled', 'true');
    // a second press sends nothing
    await user.type(await password(), '{Enter}');
    gate.open();
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Invalid email/username or password. Please check your credentials.',
    );
    expect(bodies).toEqual([{ emailOrUsername: 'ada', password: 'secret1', rememberMe: true }]);
    expect(await password()).toHaveValue('secret1');
    expect(await submit()).toBeEnabled();
  });

  it('shows that the server is unreachable [A8-1]', async () => {
    server.use(http.post('/api/auth/login', () => HttpResponse.error()));
    const { user } = renderApp({ user: null, url: '/login' });
    await user.type(await name(), 'ada');
    await user.type(await password(), 'secret1');
    await user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Cannot connect to server. Please check your internet connection and try again.',
    );
  });

  it.each([
    [400, {}],
    [401, { success: false }],
    [429, { success: false, message: ' ' }],
    [500, { success: false, message: null }],
    [200, { success: false }],
  ])('shows a default message if the rejection has none (%i, %j) [A8-6]', async (status, body) => {
    server.use(http.post('/api/auth/login', () => HttpResponse.json(body, { status })));
    const { user } = renderApp({ user: null, url: '/login' });
    await user.type(await name(), 'ada');
    await user.type(await password(), 'secret1');
    await user.click(await submit());
    expect(await screen.findByRole('alert')).toHaveTextContent('Login failed. Please try again.');
  });

  it.each([
    ['the redirect parameter', '/login?redirect=%2Fabout', undefined, '/about'],
    ['the page that sent the person here', '/login', { from: '/contact' }, '/contact'],
    ['Home, never another origin', '/login?redirect=https%3A%2F%2Fevil.example%2F', undefined, '/home'],
  ])(
    'redirects to %s one second after its message [A2.2-1 A4.2-3 A9-14]',
    async (_what, url, state, target) => {
      acceptLogin();
      server.use(http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })));
      const { address, user } = renderApp({ user: null, url, state });
      await user.type(await name(), 'ada');
      await user.type(await password(), 'secret1');
      expect(address()).toBe('/login');
      vi.useFakeTimers({ shouldAdvanceTime: true });
      fireEvent.click(await submit());
      expect(await screen.findByText('Login successful! Redirecting...')).toBeVisible();
      await act(() => vi.advanceTimersByTimeAsync(700));
      expect(address()).toBe('/login');
      await act(() => vi.advanceTimersByTimeAsync(1000));
      await waitFor(() => expect(address()).toBe(target));
    },
  );

  it('explains a failed social sign-in and removes the parameters [A2.2-3 A4.2-7]', async () => {
    const { address } = renderApp({
      user: null,
      url: '/i/account/login?error=oauth_error&details=%3Cimg%20src%3Dx%3E&keep=1',
    });
    expect(await screen.findByRole('alert')).toHaveTextContent('<img src=x>');
    await waitFor(() => expect(address()).toBe('/i/account/login?keep=1'));
  });

  it('redirects a signed-in user at once [A4.1-18]', async () => {
    const { address } = renderApp({ user: testUser(), url: '/login', state: { from: '/about' } });
    await waitFor(() => expect(address()).toBe('/about'));
  });

  it('lets visitors browse without an account, on the requested page if it is public', async () => {
    const { address, user } = renderApp({ user: null, url: '/about' });
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    await user.click(await screen.findByRole('button', { name: 'Look around' }));
    await waitFor(() => expect(address()).toBe('/about'));
    expect(await screen.findByRole('heading', { name: 'About Us' })).toBeVisible();
  });

  it.each(['/admin', '/createpost', '/settings'])(
    'sends visitors who requested %s, a member page, to the feed',
    async (url) => {
      server.use(serveFeedOf([]));
      const { address, user } = renderApp({ user: null, url });
      await user.click(await screen.findByRole('button', { name: 'Look around' }));
      await waitFor(() => expect(address()).toBe('/home'));
    },
  );

  it.each(['/p/00000000000000000000000a', '/ada/status/00000000000000000000000a/photo/1', '/ada'])(
    'lets visitors who requested %s read it without an account [B8-14]',
    async (url) => {
      renderApp({ user: null, url });
      await screen.findByRole('button', { name: 'Read without an account' });
      expect(screen.queryByRole('button', { name: 'Look around' })).toBeNull();
    },
  );

  it('shows visitors what was shared above the form, as crawlers see it [B8-18]', async () => {
    const asked: object[] = [];
    server.use(
      http.get('/api/link-preview', ({ request }) => {
        asked.push(Object.fromEntries(new URL(request.url).searchParams));
        return HttpResponse.json({
          success: true,
          data: {
            type: 'article',
            title: 'The harbour at six',
            description: 'Before anyone is awake.',
            author: { name: 'Nilay Demir', url: 'https://feed.example/nilay' },
            image: { url: 'https://feed.example/a.webp', alt: 'A harbour' },
          },
        });
      }),
    );
    renderApp({ user: null, url: '/p/00000000000000000000000a?comment=1' });
    expect(await screen.findByText('The harbour at six')).toBeVisible();
    expect(asked).toEqual([{ address: '/p/00000000000000000000000a?comment=1', language: 'en' }]);
    const card = within(screen.getByRole('region', { name: 'Without an account' }));
    expect(card.getByText('Nilay Demir')).toBeVisible();
    expect(card.getByText('Before anyone is awake.')).toBeVisible();
    fireEvent.error(card.getByRole('img', { name: 'A harbour' }));
    expect(card.queryByRole('img')).toBeNull();
    const form = screen.getByRole('form', { name: 'Sign In' });
    const above = card.getByText('Nilay Demir').compareDocumentPosition(form);
    expect(above & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  });

  it('names the author of a post without a title once [B8-18]', async () => {
    server.use(
      http.get('/api/link-preview', () =>
        HttpResponse.json({
          success: true,
          data: {
            type: 'article',
            title: 'Post by Nilay Demir',
            description: 'Content warning: spiders',
            author: { name: 'Nilay Demir', url: 'https://feed.example/nilay' },
          },
        }),
      ),
    );
    renderApp({ user: null, url: '/p/00000000000000000000000a' });
    expect(await screen.findByText('Content warning: spiders')).toBeVisible();
    expect(screen.getAllByText(/Nilay Demir/)).toHaveLength(1);
  });

  it.each([
    ['is hidden', () => HttpResponse.json({ success: true, data: null })],
    ['cannot be fetched', () => HttpResponse.error()],
  ])('shows nothing of a page that %s, and still opens it [B8-18]', async (_why, reply) => {
    server.use(
      http.get('/api/link-preview', reply),
      http.get('/api/posts/00000000000000000000000a', () =>
        HttpResponse.json({ success: false, code: 'NOT_FOUND', message: 'Post not found' }, { status: 404 }),
      ),
    );
    const { user } = renderApp({ user: null, url: '/p/00000000000000000000000a' });
    await screen.findByText('You can open this page without an account.');
    await user.click(screen.getByRole('button', { name: 'Read without an account' }));
    expect(await screen.findByRole('heading', { name: 'Post not found' })).toBeVisible();
    // for the browser, not the tab
    expect(localStorage.getItem('visitor-mode')).toBe('on');
  });

  it.each(['/p/short', '/settings'])(
    'offers visitors who requested %s no reading without an account [B8-14]',
    async (url) => {
      renderApp({ user: null, url });
      await screen.findByRole('button', { name: 'Look around' });
      expect(screen.queryByRole('button', { name: 'Read without an account' })).toBeNull();
    },
  );
});
