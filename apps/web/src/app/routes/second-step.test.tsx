import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/failing-answers';
import { fakePasskeys, PASSKEY_USE, removePasskeys } from '../../testing/fake-passkeys';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf } from '../../testing/serve';
import { MINUTE } from '../../lib/time';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const session = { success: true, user: testUser(), sessionExpiry: '2099-01-01T00:00:00.000Z' };
const OPTIONS = { challenge: 'Y2hhbGxlbmdl' };
let bodies: unknown[] = [];

/** An account with these ways. `answers` answer the second step, one after the other. */
const serve = (ways: string[], ...answers: (() => Response)[]) =>
  server.use(
    http.post('/api/auth/login', () => refusal('SECOND_FACTOR_REQUIRED', 'Confirm your sign-in.', 401)),
    http.post('/api/auth/second-factor/options', () =>
      HttpResponse.json({
        success: true,
        data: { ways, passkey: ways.includes('passkey') ? OPTIONS : null },
      }),
    ),
    http.post('/api/auth/second-factor', async ({ request }) => {
      bodies.push(await request.json());
      return (answers.length > 1 ? answers.shift()! : answers[0]!)();
    }),
  );
const accepted = () => HttpResponse.json(session);
const wrong = () => refusal('INVALID_FACTOR', 'This code is not valid', 400, 'code');

const signIn = async () => {
  const app = renderApp({ user: null, url: '/login', state: { from: '/about' } });
  fireEvent.change(await screen.findByLabelText('Email or Username'), { target: { value: 'ada' } });
  fireEvent.change(screen.getByLabelText('Password'), { target: { value: 'secret12' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign In' }));
  expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
  return app;
};
const type = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const confirm = () => fireEvent.click(screen.getByRole('button', { name: 'Confirm' }));

beforeEach(() => {
  bodies = [];
  server.use(serveFeedOf([]));
});
afterEach(() => {
  vi.useRealTimers();
  removePasskeys();
});

describe('the second step of signing in', () => {
  it('asks for the code of the app, and goes where the user came from [B21-17]', async () => {
    serve(['code', 'recovery'], wrong, accepted);
    const { address } = await signIn();
    expect(await screen.findByLabelText('Code of your authenticator app')).toBeVisible();
    confirm();
    expect(await screen.findByText('Enter the six-digit code')).toBeVisible();
    await type('Code of your authenticator app', '12a345 67');
    expect(screen.getByLabelText('Code of your authenticator app')).toHaveValue('123456');
    confirm();
    expect(await screen.findByText('This code is not valid')).toBeVisible();
    expect(screen.getByLabelText('Code of your authenticator app')).toHaveFocus();
    await type('Code of your authenticator app', '654321');
    confirm();
    await waitFor(() => expect(address()).toBe('/about'));
    expect(bodies).toEqual([{ code: '123456' }, { code: '654321' }]);
  });

  it('accepts a recovery code, and leads back to the first step', async () => {
    serve(['code', 'recovery'], wrong);
    await signIn();
    fireEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }));
    expect(screen.getByLabelText('Recovery code')).toHaveFocus();
    await type('Recovery code', 'k7wdm-3hqxz');
    confirm();
    expect(await screen.findByText('This code is not valid')).toBeVisible();
    expect(bodies).toEqual([{ code: 'k7wdm-3hqxz' }]);
    fireEvent.click(screen.getByRole('button', { name: 'Use my authenticator app' }));
    expect(await screen.findByLabelText('Code of your authenticator app')).toHaveValue('');
    fireEvent.click(screen.getByRole('button', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
  });

  it('says that it took too long, and tries again without a network', async () => {
    serve(['code'], () => refusal('SESSION_EXPIRED', 'This sign-in took too long.', 401));
    let fails = true;
    const offline = http.post('/api/auth/second-factor/options', () =>
      fails ? HttpResponse.error() : undefined,
    );
    server.use(offline);
    await signIn();
    expect(await screen.findByRole('alert')).toHaveTextContent('Cannot connect to server');
    fails = false;
    fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await type('Code of your authenticator app', '123456');
    confirm();
    expect(await screen.findByText('This sign-in took too long.')).toBeVisible();
  });

  it('follows a provider that asks for it', async () => {
    serve(['code'], accepted);
    const { address } = renderApp({ user: null, url: '/auth/callback?error=second_factor_required' });
    expect(await screen.findByRole('heading', { name: 'One more step' })).toBeVisible();
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    await type('Code of your authenticator app', '123456');
    confirm();
    await waitFor(() => expect(address()).toBe('/home'));
  });

  it('accepts a passkey, with a new challenge for each press', async () => {
    const passkeys = fakePasskeys();
    server.use(
      http.post('/api/auth/passkey/options', () => HttpResponse.json({ success: true, data: OPTIONS })),
    );
    serve(
      ['passkey'],
      () => refusal('INVALID_FACTOR', 'This passkey was not accepted', 400, 'passkey'),
      accepted,
    );
    const { address } = await signIn();
    passkeys.get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    const press = async () => fireEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
    await press();
    expect(await screen.findByText('The passkey was not used. Please try again.')).toBeVisible();
    expect(bodies).toEqual([]);
    await press();
    expect(await screen.findByText('This passkey was not accepted')).toBeVisible();
    await press();
    await waitFor(() => expect(address()).toBe('/about'));
    expect(bodies).toEqual([{ passkey: PASSKEY_USE }, { passkey: PASSKEY_USE }]);
  });

  it('says so if the browser cannot use the only passkey', async () => {
    serve(['passkey'], accepted);
    await signIn();
    expect(await screen.findByText(/which this browser cannot use/)).toBeVisible();
  });
});

describe('signing in with a passkey alone', () => {
  const serveAlone = (answer: () => Response) =>
    server.use(
      http.post('/api/auth/passkey/options', () => HttpResponse.json({ success: true, data: OPTIONS })),
      http.post('/api/auth/passkey', async ({ request }) => {
        bodies.push(await request.json());
        return answer();
      }),
    );

  it('works by a button, which says what failed [B21-18]', async () => {
    const passkeys = fakePasskeys();
    serveAlone(accepted);
    const { address } = renderApp({ user: null, url: '/login', state: { from: '/about' } });
    passkeys.get.mockRejectedValueOnce(new DOMException('No', 'NotAllowedError'));
    const button = () => screen.findByRole('button', { name: 'Sign in with a passkey' });
    fireEvent.click(await button());
    expect(await screen.findByText('The passkey was not used. Please try again.')).toBeVisible();
    fireEvent.click(await button());
    await waitFor(() => expect(address()).toBe('/about'));
    expect(bodies).toEqual([{ passkey: PASSKEY_USE }]);
  });

  it('works by a suggestion of the name field, which says that it may be one', async () => {
    const passkeys = fakePasskeys();
    serveAlone(accepted);
    passkeys.pick.mockResolvedValueOnce(passkeys.use);
    const { address } = renderApp({ user: null, url: '/login', state: { from: '/about' } });
    expect(await screen.findByLabelText('Email or Username')).toHaveAttribute(
      'autocomplete',
      'username webauthn',
    );
    await waitFor(() => expect(address()).toBe('/about'));
  });

  it('reports a suggestion that was refused, and no failure that nobody caused', async () => {
    const passkeys = fakePasskeys();
    serveAlone(() => refusal('INVALID_FACTOR', 'This passkey was not accepted', 400, 'passkey'));
    passkeys.pick.mockResolvedValueOnce(passkeys.use);
    renderApp({ user: null, url: '/login' });
    expect(await screen.findByText('This passkey was not accepted')).toBeVisible();
    await waitFor(() => expect(passkeys.pick).toHaveBeenCalledTimes(2));
  });

  it.each(['button', 'suggestion'])(
    'tells the device of a passkey that no account has, by %s [B41-13]',
    async (way) => {
      const passkeys = fakePasskeys();
      const signalUnknownCredential = vi.fn(() => Promise.resolve());
      Object.assign(PublicKeyCredential, { signalUnknownCredential });
      serveAlone(() => refusal('UNKNOWN_PASSKEY', 'This passkey belongs to no account any more', 400));
      if (way === 'suggestion') passkeys.pick.mockResolvedValueOnce(passkeys.use);
      renderApp({ user: null, url: '/login' });
      const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
      if (way === 'button') fireEvent.click(button);
      expect(await screen.findByText('This passkey belongs to no account any more')).toBeVisible();
      expect(signalUnknownCredential).toHaveBeenCalledExactlyOnceWith({
        rpId: 'localhost',
        credentialId: PASSKEY_USE.id,
      });
    },
  );

  it('keeps a passkey that was refused for another reason on the device [B41-13]', async () => {
    const passkeys = fakePasskeys();
    const signalUnknownCredential = vi.fn(() => Promise.resolve());
    Object.assign(PublicKeyCredential, { signalUnknownCredential });
    serveAlone(() => refusal('INVALID_FACTOR', 'This passkey was not accepted', 400, 'passkey'));
    passkeys.pick.mockResolvedValueOnce(passkeys.use);
    renderApp({ user: null, url: '/login' });
    expect(await screen.findByText('This passkey was not accepted')).toBeVisible();
    expect(signalUnknownCredential).not.toHaveBeenCalled();
  });

  it.each(['button', 'suggestion'])('lets a suspended user answer, by %s', async (way) => {
    const passkeys = fakePasskeys();
    serveAlone(() => refusal('ACCOUNT_SUSPENDED', 'This account is suspended until 1 May.', 403));
    if (way === 'suggestion') passkeys.pick.mockResolvedValueOnce(passkeys.use);
    renderApp({ user: null, url: '/login' });
    const button = await screen.findByRole('button', { name: 'Sign in with a passkey' });
    if (way === 'button') fireEvent.click(button);
    expect(await screen.findByRole('alert')).toHaveTextContent('This account is suspended until 1 May.');
    fireEvent.click(screen.getByRole('button', { name: 'Answer this decision' }));
    expect(await screen.findByLabelText('Your answer')).toBeVisible();
  });

  it('renews the suggestion before its challenge ends', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    const passkeys = fakePasskeys();
    serveAlone(accepted);
    renderApp({ user: null, url: '/login' });
    await waitFor(() => expect(passkeys.pick).toHaveBeenCalledOnce());
    await act(() => vi.advanceTimersByTimeAsync(10 * MINUTE));
    await waitFor(() => expect(passkeys.pick).toHaveBeenCalledTimes(2));
  });

  it('is not offered by browsers without passkeys', async () => {
    renderApp({ user: null, url: '/login' });
    expect(await screen.findByRole('form', { name: 'Sign In' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Sign in with a passkey' })).toBeNull();
  });
});

it('leads admins who must have a second step to the settings [B21-21]', async () => {
  server.use(
    http.get('*/api/admin/reports', () => refusal('SECOND_FACTOR_MISSING', 'Set up a second step.', 403)),
  );
  renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
  const link = await screen.findByRole('link', { name: 'Set up a second step' });
  expect(link).toHaveAttribute('href', '/settings/security');
});
