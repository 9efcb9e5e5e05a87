import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gradientCss, gradientOf } from '../../../../lib/format';
import { setWindowWidth } from '../../../../testing/media';
import { server } from '../../../../testing/server';
import { setSessionHint } from '../../../../testing/session-hint';
import { testUser } from '../../../../testing/users';
import type { SessionState } from '../stores/session-state';
import { useSessionStore } from '../stores/session-store';
import { AccountMenu } from './account-menu';

const user = testUser();
const signedIn = { currentUser: user, isAuthenticated: true, isInitializing: false };
const spinner = () => screen.queryByText('Loading your account');

const put = (state: Partial<SessionState>): void =>
  act(() => {
    useSessionStore.setState(state);
  });
const pass = (ms: number): void =>
  act(() => {
    vi.advanceTimersByTime(ms);
  });

/** Renders the menu on /about, with one page before it in the history. */
const show = (variant: 'card' | 'compact' = 'card') => {
  const Where = () => {
    const { pathname } = useLocation();
    const navigate = useNavigate();
    return (
      <>
        <output data-testid="address">{pathname}</output>
        <button onClick={() => void navigate(-1)}>Back</button>
      </>
    );
  };
  render(
    <MemoryRouter initialEntries={['/contact', '/about']} initialIndex={1}>
      <Routes>
        <Route path="/about" element={<AccountMenu variant={variant} />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </MemoryRouter>,
  );
  return () => screen.getByTestId('address').textContent;
};
const open = async () => {
  fireEvent.click(screen.getByRole('button', { name: 'Account of Ada Byron @ada' }));
  return screen.findAllByRole('menuitem');
};

beforeEach(() => {
  useSessionStore.setState({ ...useSessionStore.getInitialState(), isInitializing: false });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the account menu during the session check (A §2.7)', () => {
  it('shows a spinner and starts the check after 50 ms [A2.7-6 A4.1-16 A9-13]', async () => {
    setSessionHint(true);
    const asked = vi.fn(() => HttpResponse.json({ success: true, user }));
    server.use(http.get('/api/auth/me', asked));
    vi.useFakeTimers({ shouldAdvanceTime: false });
    useSessionStore.setState({ isInitializing: true });
    show();
    expect(spinner()).toBeVisible();
    await act(() => vi.advanceTimersByTimeAsync(49));
    expect(asked).not.toHaveBeenCalled();
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    await waitFor(() => expect(asked).toHaveBeenCalledOnce());
    expect(await screen.findByRole('button', { name: 'Account of Ada Byron @ada' })).toBeVisible();
    expect(spinner()).toBeNull();
  });

  it('does not start a check if one has already ended [A4.1-16]', async () => {
    // A call would fail this test as an unhandled request.
    setSessionHint(true);
    vi.useFakeTimers({ shouldAdvanceTime: false });
    useSessionStore.setState({ isInitializing: true });
    show();
    await act(() => vi.advanceTimersByTimeAsync(20));
    put(signedIn);
    await act(() => vi.advanceTimersByTimeAsync(100));
    expect(spinner()).toBeNull();
    expect(useSessionStore.getState().currentUser).toEqual(user);
  });
});

describe('the account menu of a visitor', () => {
  it.each([
    ['card', 1440],
    ['compact', 820],
  ] as const)('offers Login and Sign Up as links (%s) [A2.7-7 A6-4]', async (variant, width) => {
    setWindowWidth(width);
    show(variant);
    expect(await screen.findByRole('link', { name: 'Login' })).toHaveAttribute('href', '/i/account/login');
    expect(screen.getByRole('link', { name: 'Sign Up' })).toHaveAttribute('href', '/i/account/signup');
    expect(screen.queryByRole('button')).toHaveTextContent('Back');
  });

  it('offers both in a menu if there is no room for them [A6-4]', async () => {
    setWindowWidth(375);
    const address = show('compact');
    fireEvent.click(await screen.findByRole('button', { name: 'Account' }));
    const items = await screen.findAllByRole('menuitem');
    expect(items.map((item) => item.textContent)).toEqual(['Login', 'Sign Up']);
    fireEvent.click(screen.getByRole('menuitem', { name: 'Sign Up' }));
    await waitFor(() => expect(address()).toBe('/i/account/signup'));
  });
});

describe('the account menu of a signed-in user', () => {
  beforeEach(() => useSessionStore.setState(signedIn));

  it.each([
    ['Profile', '/ada'],
    ['Settings', '/settings'],
  ])('opens with %s and links to %s [A2.1-19 A3-3]', async (name, target) => {
    const address = show();
    const items = await open();
    expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Settings', 'Logout']);
    const item = screen.getByRole('menuitem', { name });
    expect(item).toHaveAttribute('href', target);
    fireEvent.click(item);
    await waitFor(() => expect(address()).toBe(target));
  });

  it('shows picture, name and handle, or initials on the colour of the id if there is no picture [A3-3]', () => {
    const face = () => screen.getByRole('button', { name: /^Account of/ }).firstElementChild;
    show();
    expect(screen.getByText('Ada Byron')).toBeVisible();
    expect(screen.getByText('@ada')).toBeVisible();
    expect(face()).toHaveTextContent('AB');
    expect(face()).toHaveStyle({ backgroundImage: gradientCss(gradientOf(user._id)) });
    put({ currentUser: { ...user, profilepic: 'https://pictures.example/ada.png' } });
    expect(face()).toHaveAttribute('src', 'https://pictures.example/ada.png');
  });

  it('has no extra items for an admin [F6-14 A6-9]', async () => {
    useSessionStore.setState({ currentUser: testUser({ isAdmin: true }) });
    show();
    const items = await open();
    expect(items.map((item) => item.textContent)).toEqual(['Profile', 'Settings', 'Logout']);
  });

  it('shows "Logging out..." during the call, ignores a second press, and replaces the page with sign-in [A2.7-9 A4.1-13]', async () => {
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const calls = vi.fn();
    server.use(
      http.post('/api/auth/logout', async () => {
        calls();
        await held;
        return HttpResponse.json({ success: true });
      }),
    );
    const address = show();
    await open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    const item = await screen.findByRole('menuitem', { name: /Logging out\.\.\./ });
    expect(item).toHaveAttribute('aria-disabled', 'true');
    fireEvent.click(item);
    fireEvent.keyDown(item, { key: 'Escape' });
    expect(screen.getByText('Logging out...')).toBeVisible();
    release();
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(calls).toHaveBeenCalledOnce();
    expect(useSessionStore.getState().currentUser).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Back' }));
    expect(address()).toBe('/contact');
  });

  it('signs out locally and goes to sign-in even if the network is down [A4.1-13]', async () => {
    server.use(http.post('/api/auth/logout', () => HttpResponse.error()));
    const address = show();
    await open();
    fireEvent.click(screen.getByRole('menuitem', { name: 'Logout' }));
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(useSessionStore.getState()).toMatchObject({ currentUser: null, isAuthenticated: false });
    expect(localStorage.getItem('auth-storage')).not.toContain(user.email);
  });
});

describe('an auth error', () => {
  const fail = (authError: string) => put({ authError });

  it.each(['card', 'compact'] as const)(
    'is a notice below the menu that can be dismissed (%s) [A2.7-10]',
    async (variant) => {
      useSessionStore.setState(signedIn);
      show(variant);
      fail('Cannot connect to server...');
      expect(await screen.findByRole('alert')).toHaveTextContent('Cannot connect to server...');
      fireEvent.click(screen.getByRole('button', { name: 'Dismiss notice' }));
      expect(screen.queryByRole('alert')).toBeNull();
      expect(useSessionStore.getState().authError).toBeNull();
    },
  );

  it('disappears after 5 seconds, restarting for a new error [A4.1-17 A9-12]', async () => {
    useSessionStore.setState(signedIn);
    show();
    fail('One');
    await screen.findByRole('alert');
    put({ authError: null });
    vi.useFakeTimers({ shouldAdvanceTime: false });
    fail('Two');
    pass(3000);
    fail('Three');
    pass(4999);
    expect(screen.getByRole('alert')).toHaveTextContent('Three');
    pass(1);
    expect(screen.queryByRole('alert')).toBeNull();
  });
});
