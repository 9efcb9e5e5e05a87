import { render, screen } from '@testing-library/react';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { beforeEach, afterEach, describe, expect, it, vi } from 'vitest';
import type { ActionResult } from '../../features/identity/session/stores/session-store';
import * as signIn from '../../features/identity/session/stores/complete-social-login';
import { rememberAddress } from '../../features/identity/oauth/social-login';
import { toast } from '../../lib/toast';
import { AuthCallbackRoute } from './auth-callback';
import { pass } from '../../testing/fake-clock';

/** Opens the page with this result of the sign-in; counts the calls. */
const show = (finish: () => Promise<ActionResult>) => {
  const asked = vi.spyOn(signIn, 'completeSocialLogin').mockImplementation(finish);
  const Where = () => {
    const { pathname, search, state } = useLocation();
    const type = useNavigationType();
    return (
      <div data-testid="address" data-state={JSON.stringify(state)}>
        {`${type} ${pathname}${search}`}
      </div>
    );
  };
  render(
    <MemoryRouter initialEntries={['/auth/callback?oauth_success=true']}>
      <Routes>
        <Route path="/auth/callback" element={<AuthCallbackRoute />} />
        <Route path="*" element={null} />
      </Routes>
      <Where />
    </MemoryRouter>,
  );
  return { asked, address: () => screen.getByTestId('address') };
};

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('/auth/callback (A §4.3)', () => {
  it('waits 2 seconds for the cookies before it fetches the user [A4.3-3 A9-15]', async () => {
    const { asked, address } = show(() => new Promise(() => undefined));
    expect(screen.getByRole('heading', { name: 'Completing sign-in...' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('Waiting for your session...');
    await pass(1999);
    expect(asked).not.toHaveBeenCalled();
    await pass(1);
    expect(asked).toHaveBeenCalledOnce();
    await pass(60_000);
    expect(address()).toHaveTextContent('POP /auth/callback');
  });

  it('replaces itself with the stored address 1 second after it has the user [F2-9 A4.3-5 A9-15]', async () => {
    rememberAddress('/p/1?x=2');
    const { address } = show(() => Promise.resolve({ success: true }));
    await pass(2000);
    expect(screen.getByRole('status')).toHaveTextContent('Signed in. Taking you back...');
    await pass(999);
    expect(address()).toHaveTextContent('POP /auth/callback');
    await pass(1);
    expect(address()).toHaveTextContent('REPLACE /p/1?x=2');
    expect(sessionStorage).toHaveLength(0);
  });

  it.each([
    ['of a failure', () => Promise.resolve({ success: false }), 'Authentication failed. Please try again.'],
    ['of an exception', () => Promise.reject(new Error('The plug was pulled')), 'The plug was pulled'],
    [
      'of an exception without a message',
      () => Promise.reject(new Error('')),
      'Authentication error occurred',
    ],
  ])(
    'shows the message %s and redirects to sign-in, which keeps the destination [A8-20 A8-21]',
    async (_of, finish, words) => {
      const error = vi.spyOn(toast, 'error');
      rememberAddress('/i/account/login?redirect=%2Fabout');
      const { address } = show(finish);
      await pass(2000);
      expect(error).toHaveBeenCalledExactlyOnceWith(words);
      expect(address()).toHaveTextContent('REPLACE /i/account/login');
      expect(address()).toHaveAttribute('data-state', '{"from":"/about"}');
    },
  );
});
