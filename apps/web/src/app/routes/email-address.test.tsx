import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { answerPost, bodies, press, type } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const EMAIL = 'ada@example.org';
const own = (fields: object) => ({
  success: true,
  data: { email: EMAIL, confirmed: true, pending: null, ...fields },
});

beforeEach(() => {
  bodies.length = 0;
  server.use(
    http.get('/api/auth/sessions', () => HttpResponse.json({ success: true, data: [] })),
    http.get('/api/auth/tokens', () => HttpResponse.json({ success: true, data: [] })),
    http.get('/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
    http.get('/api/auth/me', () => HttpResponse.json({ success: true, user: testUser() })),
  );
});

describe('the e-mail address in the settings', () => {
  it('is confirmed by a code; a wrong code shows an error at the field [B10-17]', async () => {
    server.use(http.get('/api/auth/email', () => HttpResponse.json(own({ confirmed: false }))));
    renderApp({ user: testUser(), url: '/settings/security' });
    await screen.findByLabelText('Code');
    const errors = [{ path: 'otp', message: 'Invalid OTP' }];
    answerPost('email/confirm', { success: false, code: 'INVALID_OTP', message: 'Invalid OTP', errors }, 400);
    type('Code', '111111');
    press('Confirm e-mail');
    expect(await screen.findByText('Invalid OTP')).toBeVisible();
    answerPost('email/confirm', { success: true, user: testUser() });
    // with a space, as mail programs copy it
    type('Code', '123 456');
    press('Confirm e-mail');
    await waitFor(() => expect(screen.queryByLabelText('Code')).toBeNull());
    expect(bodies.at(-1)).toEqual({ otp: '123456' });
  });

  it('offers a retry if it fails to load', async () => {
    server.use(http.get('/api/auth/email', () => HttpResponse.json({ message: 'Busy' }, { status: 400 })));
    const { user } = renderApp({ user: testUser(), url: '/settings/security' });
    const section = within(await screen.findByRole('region', { name: 'E-mail' }));
    const again = await section.findByRole('button', { name: 'Try Again' });
    server.use(http.get('/api/auth/email', () => HttpResponse.json(own({}))));
    await user.click(again);
    expect(await section.findByText(EMAIL)).toBeVisible();
  });

  it('changes by password and code; a second visit shows the code field again [B10-17]', async () => {
    let state = own({});
    server.use(http.get('/api/auth/email', () => HttpResponse.json(state)));
    const first = renderApp({ user: testUser(), url: '/settings/security' });
    fireEvent.click(await screen.findByRole('button', { name: 'Change e-mail' }));
    type('New e-mail', 'new@example.org');
    type('Your password', 'secret 1');
    state = own({ pending: { email: 'new@example.org', until: '2026-03-01T12:10:00.000Z' } });
    answerPost('email', state);
    press('Send code');
    expect(await screen.findByLabelText('Code')).toBeVisible();
    expect(bodies.at(-1)).toEqual({ email: 'new@example.org', password: 'secret 1' });
    first.unmount();
    renderApp({ user: testUser(), url: '/settings/security' });
    expect(await screen.findByText(/sent to new@example\.org/)).toBeVisible();
  });
});

describe('a mail link', () => {
  it.each([
    ['undo-email', 'email/undo', 'Take it back'],
    ['not-me', 'sessions/disown', 'Sign it out'],
  ])(
    '%s changes nothing before the button is pressed, and links to the password reset [B10-18]',
    async (page, path, act) => {
      answerPost(path, { success: true, message: 'Done' });
      renderApp({ user: null, url: `/i/account/${page}` });
      await screen.findByRole('button', { name: act });
      expect(bodies).toEqual([]);
      press(act);
      const next = await screen.findByRole('link', { name: 'Set a new password' });
      expect(next).toHaveAttribute('href', '/i/account/forgotpassword');
      expect(bodies).toHaveLength(1);
    },
  );

  it('shows that it has expired [B10-18]', async () => {
    answerPost('email/undo', { success: false, code: 'INVALID_LINK', message: 'Too old' }, 400);
    renderApp({ user: null, url: '/i/account/undo-email' });
    fireEvent.click(await screen.findByRole('button', { name: 'Take it back' }));
    expect(await screen.findByText('Too old')).toBeVisible();
  });
});

describe('signing up', () => {
  it('suggests a correction for a mistyped domain, and one press accepts it [B10-19]', async () => {
    renderApp({ user: null, url: '/i/account/signup' });
    const field = await screen.findByRole('textbox', { name: 'Email' });
    fireEvent.change(field, { target: { value: 'ada@gmial.com' } });
    press('Did you mean ada@gmail.com?');
    expect(field).toHaveValue('ada@gmail.com');
    expect(screen.queryByRole('button', { name: /Did you mean/ })).toBeNull();
  });
});
