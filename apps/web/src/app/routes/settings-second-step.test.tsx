import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { refusal } from '../../testing/failing-answers';
import { fakePasskeys, removePasskeys } from '../../testing/fake-passkeys';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const OPTIONS = { challenge: 'Y2hhbGxlbmdl' };
const CODES = ['k7wdm-3hqxz', 'abcde-fghjk'];
const factor = (id: number, kind: 'passkey' | 'totp', name: string) => ({
  _id: idOf(id),
  kind,
  name,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: null,
});
let factors: (ReturnType<typeof factor> & { credentialId?: string })[];
let bodies: unknown[] = [];
const ok = (body: object = {}, status = 200) => HttpResponse.json({ success: true, ...body }, { status });
const noted = async (request: Request) => bodies.push(await request.json());

const open = async () => {
  renderApp({ user: testUser(), url: '/settings/security' });
  return within(await screen.findByRole('region', { name: 'Two-step sign-in' }));
};
const addedBy = (kind: 'passkey' | 'totp', name: string, recoveryCodes?: string[]) => {
  const made = factor(factors.length + 1, kind, name);
  factors = [...factors, made];
  return ok({ data: made, ...(recoveryCodes ? { recoveryCodes } : {}) }, 201);
};

beforeEach(() => {
  bodies = [];
  factors = [factor(1, 'passkey', 'Laptop')];
  const none = () => ok({ data: [] });
  server.use(
    http.get('/api/auth/sessions', none),
    http.get('/api/auth/tokens', none),
    http.get('/api/auth/connections', () => ok({ data: { hasPassword: true, connections: [] } })),
    http.get('/api/auth/factors', () =>
      ok({ data: { factors, recoveryCodes: factors.length === 0 ? 0 : 7 } }),
    ),
  );
});
afterEach(removePasskeys);

describe('the second step in the settings', () => {
  it('tells the device which passkeys there are, when they are read and after one is removed [B41-13]', async () => {
    fakePasskeys();
    const signalAllAcceptedCredentials = vi.fn(() => Promise.reject(new Error('no')));
    Object.assign(PublicKeyCredential, { signalAllAcceptedCredentials });
    factors = [
      { ...factor(1, 'passkey', 'Laptop'), credentialId: 'bGFwdG9w' },
      { ...factor(2, 'passkey', 'Phone'), credentialId: 'cGhvbmU' },
      factor(3, 'totp', 'App'),
    ];
    server.use(
      http.delete('/api/auth/factors/:id', () => {
        factors = factors.slice(1);
        return ok();
      }),
    );
    const button = await (await open()).findByRole('button', { name: 'Remove Laptop' });
    const told = (allAcceptedCredentialIds: string[]) =>
      waitFor(() =>
        expect(signalAllAcceptedCredentials).toHaveBeenLastCalledWith({
          rpId: 'localhost',
          userId: Buffer.from(testUser()._id).toString('base64url'),
          allAcceptedCredentialIds,
        }),
      );
    await told(['bGFwdG9w', 'cGhvbmU']);
    fireEvent.click(button);
    await told(['cGhvbmU']);
  });

  it('tells the device nothing while the passkeys could not be read [B41-13]', async () => {
    fakePasskeys();
    const signalAllAcceptedCredentials = vi.fn(() => Promise.resolve());
    Object.assign(PublicKeyCredential, { signalAllAcceptedCredentials });
    server.use(http.get('/api/auth/factors', () => refusal('INTERNAL', 'Try again later', 500)));
    await (await open()).findByRole('button', { name: /again/i }, { timeout: 10_000 });
    expect(signalAllAcceptedCredentials).not.toHaveBeenCalled();
  });

  it('leads to the code of an unconfirmed address, which comes first', async () => {
    const own = { email: 'ada@example.org', confirmed: false, pending: null };
    server.use(http.get('/api/auth/email', () => ok({ data: own })));
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Go to the code' }));
    expect(await screen.findByRole('textbox', { name: 'Code' })).toHaveFocus();
    expect(area.queryByRole('button', { name: 'Add an authenticator app' })).toBeNull();
  });

  it('lists what there is and removes it [B21-19]', async () => {
    server.use(
      http.delete('/api/auth/factors/:id', () => {
        factors = [];
        return ok();
      }),
    );
    const area = await open();
    expect(await area.findByText('Laptop')).toBeVisible();
    expect(area.getByText(/^Recovery codes left: 7\./)).toBeVisible();
    fireEvent.click(area.getByRole('button', { name: 'Remove Laptop' }));
    expect(await area.findByText(/^None yet\./)).toBeVisible();
    expect(area.queryByText(/^Recovery codes left/)).toBeNull();
  });

  it('adds a passkey, and shows recovery codes once', async () => {
    factors = [];
    const { create } = fakePasskeys();
    create.mockRejectedValueOnce(new DOMException('No', 'InvalidStateError'));
    server.use(
      http.post('/api/auth/factors/passkeys/options', () => ok({ data: OPTIONS })),
      http.post('/api/auth/factors/passkeys', async ({ request }) => {
        await noted(request);
        return addedBy('passkey', 'Phone', CODES);
      }),
    );
    const area = await open();
    fireEvent.change(await area.findByLabelText('Passkey name'), { target: { value: ' Phone ' } });
    fireEvent.click(area.getByRole('button', { name: 'Add passkey' }));
    expect(await area.findByText('This device has a passkey of your account already.')).toBeVisible();
    fireEvent.click(area.getByRole('button', { name: 'Add passkey' }));
    expect(await area.findByText('k7wdm-3hqxz')).toBeVisible();
    expect(await area.findByText('Phone')).toBeVisible();
    expect(bodies).toMatchObject([{ name: 'Phone', passkey: { type: 'public-key' } }]);
  });

  it('adds an authenticator app by QR code or secret and its first code', async () => {
    server.use(
      http.post('/api/auth/factors/totp/options', () =>
        ok({
          data: { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP', ticket: 't' },
        }),
      ),
      http.post('/api/auth/factors/totp', async ({ request }) => {
        await noted(request);
        if (bodies.length === 1) return refusal('INVALID_FACTOR', 'This code is not valid', 400, 'code');
        return addedBy('totp', 'Authenticator app');
      }),
    );
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Add an authenticator app' }));
    expect(await area.findByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
    expect(area.getByText('JBSW Y3DP EHPK 3PXP')).toBeVisible();
    const type = (value: string) =>
      fireEvent.change(area.getByLabelText('Code that the app shows'), { target: { value } });
    const confirm = () => fireEvent.click(area.getByRole('button', { name: 'Confirm app' }));
    type('12345');
    confirm();
    expect(await area.findByText('Enter the six-digit code')).toBeVisible();
    type('123456');
    confirm();
    expect(await area.findByText('This code is not valid')).toBeVisible();
    type('654321');
    confirm();
    expect(await area.findByText('Authenticator app')).toBeVisible();
    expect(area.queryByRole('button', { name: 'Add an authenticator app' })).toBeNull();
    expect(bodies).toEqual([
      { ticket: 't', code: '123456' },
      { ticket: 't', code: '654321' },
    ]);
  });

  it('makes new recovery codes', async () => {
    server.use(http.post('/api/auth/factors/recovery-codes', () => ok({ recoveryCodes: CODES }, 201)));
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Make new codes' }));
    expect(await area.findByText('abcde-fghjk')).toBeVisible();
  });
});

describe('a call that asks to confirm the identity', () => {
  /** Refuses the call until the identity is confirmed. */
  const serveConfirmation = (ways: string[]) => {
    let confirmed = false;
    let calls = 0;
    server.use(
      http.post('/api/auth/confirm/options', () => ok({ data: { ways, passkey: null } })),
      http.post('/api/auth/confirm', async ({ request }) => {
        await noted(request);
        if (bodies.length === 1) return refusal('INVALID_FACTOR', 'This code is not valid', 400, 'code');
        confirmed = true;
        return ok();
      }),
      http.post('/api/auth/factors/recovery-codes', () => {
        calls += 1;
        return confirmed
          ? ok({ recoveryCodes: CODES }, 201)
          : refusal('STEP_UP_REQUIRED', 'Please confirm that it is you, and try again.', 403);
      }),
    );
    return { calls: () => calls };
  };

  it('shows a dialog, and is repeated once it is confirmed [B21-20]', async () => {
    const { calls } = serveConfirmation(['code']);
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Make new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    const type = async (value: string) =>
      fireEvent.change(await dialog.findByLabelText('Code of your authenticator app'), { target: { value } });
    await type('123456');
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await dialog.findByText('This code is not valid')).toBeVisible();
    await type('654321');
    fireEvent.click(dialog.getByRole('button', { name: 'Confirm' }));
    expect(await area.findByText('abcde-fghjk')).toBeVisible();
    expect(calls()).toBe(2);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('fails if the dialog is closed, and says what to do without any way', async () => {
    const { calls } = serveConfirmation([]);
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Make new codes' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }));
    expect(await dialog.findByText(/Sign out and in again/)).toBeVisible();
    fireEvent.click(dialog.getByRole('button', { name: 'Close' }));
    expect(await screen.findByText('Please confirm that it is you, and try again.')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls()).toBe(1);
  });
});
