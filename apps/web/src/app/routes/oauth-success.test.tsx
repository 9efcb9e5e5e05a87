import { act, render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore, type ActionResult } from '../../features/identity/session/stores/session-store';
import * as signIn from '../../features/identity/session/stores/complete-social-login';
import { toast } from '../../lib/toast';
import { OAuthSuccessRoute } from './oauth-success';
import { pass } from '../../testing/fake-clock';

/** Replaces the call that finishes the sign-in. */
const finishWith = (finish: () => Promise<ActionResult>) =>
  vi.spyOn(signIn, 'completeSocialLogin').mockImplementation(finish);
const progress = () => Number(screen.getByRole('progressbar').getAttribute('aria-valuenow'));
const current = () =>
  screen.getAllByRole('listitem').find((item) => item.getAttribute('aria-current') === 'step')?.textContent;

const show = (search = '') => {
  const Where = () => {
    const { pathname } = useLocation();
    return <output data-testid="address">{`${useNavigationType()} ${pathname}`}</output>;
  };
  render(
    <MemoryRouter initialEntries={[`/oauth-success${search}`]}>
      <Routes>
        <Route path="/oauth-success" element={<OAuthSuccessRoute />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </MemoryRouter>,
  );
  return () => screen.getByTestId('address').textContent;
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('/oauth-success (A §2.5, §4.3)', () => {
  it('advances by 10 % every 200 ms, and waits at 90 for the session [A4.3-6 A9-16]', async () => {
    finishWith(() => new Promise(() => undefined));
    show();
    const seen: number[] = [];
    for (let tick = 0; tick < 9; tick += 1) {
      seen.push(progress());
      await pass(199);
      expect(progress()).toBe(tick * 10);
      await pass(1);
    }
    expect([...seen, progress()]).toEqual([0, 10, 20, 30, 40, 50, 60, 70, 80, 90]);
    await pass(10_000);
    expect(progress()).toBe(90);
  });

  it('shows 90 % for a full step before 100 % if the session arrives early', async () => {
    finishWith(() => Promise.resolve({ success: true }));
    show();
    await pass(1800);
    expect(progress()).toBe(90);
    await pass(199);
    expect(progress()).toBe(90);
    await pass(1);
    expect(progress()).toBe(100);
  });

  it('shows each of its three steps while it is running [A2.5-1]', async () => {
    finishWith(() => Promise.resolve({ success: true }));
    show();
    expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Verifying credentials',
      'Setting up session',
      'Redirecting to app',
    ]);
    expect(current()).toBe('Verifying credentials');
    await pass(800);
    expect(current()).toBe('Setting up session');
    await pass(1199);
    expect(current()).toBe('Setting up session');
    await pass(1);
    expect(current()).toBe('Redirecting to app');
  });

  it('shows 100 % at the end, waits 500 ms, and replaces itself with home [A4.3-7 A4.3-8 A4.3-9 A9-16]', async () => {
    const success = vi.spyOn(toast, 'success');
    let finish: (result: ActionResult) => void = () => undefined;
    finishWith(() => new Promise((resolve) => (finish = resolve)));
    const address = show();
    await pass(5000);
    await act(async () => {
      finish({ success: true });
      await Promise.resolve();
    });
    expect(progress()).toBe(100);
    await pass(499);
    expect([address(), success.mock.calls]).toEqual(['POP /oauth-success', []]);
    await pass(1);
    expect(address()).toBe('REPLACE /home');
    expect(success).toHaveBeenCalledExactlyOnceWith('Successfully logged in!');
  });

  it('shows the message returned with the session [A3-19 A4.3-8]', async () => {
    const success = vi.spyOn(toast, 'success');
    finishWith(() => Promise.resolve({ success: true, message: 'Welcome back, Ada' }));
    show();
    await pass(2000);
    await pass(500);
    expect(success).toHaveBeenCalledExactlyOnceWith('Welcome back, Ada');
  });

  it.each([
    [{ success: false, message: 'The account rests' }, 'The account rests'],
    [{ success: false }, 'Authentication failed. Please try again.'],
  ])('for %j shows "%s" and redirects to sign-in [A4.3-10]', async (result, words) => {
    const error = vi.spyOn(toast, 'error');
    finishWith(() => Promise.resolve(result));
    const address = show();
    await pass(0);
    expect(error).toHaveBeenCalledExactlyOnceWith(words);
    expect(address()).toBe('REPLACE /i/account/login');
  });

  it('shows the exception’s message and redirects to sign-in [A4.3-11 A8-20]', async () => {
    const error = vi.spyOn(toast, 'error');
    finishWith(() => Promise.reject(new Error('The plug was pulled')));
    const address = show();
    await pass(0);
    expect(error).toHaveBeenCalledExactlyOnceWith('The plug was pulled');
    expect(address()).toBe('REPLACE /i/account/login');
  });

  it('makes no call if the address reports a failure', async () => {
    const asked = vi.fn(() => Promise.resolve({ success: true }));
    finishWith(asked);
    useSessionStore.setState({ oauthInProgress: true });
    const address = show('?error=oauth_no_user');
    await pass(0);
    expect(asked).not.toHaveBeenCalled();
    expect(address()).toBe('REPLACE /i/account/login');
    // the sign-in has ended: the next start checks the session again
    expect(useSessionStore.getState().oauthInProgress).toBe(false);
  });
});
