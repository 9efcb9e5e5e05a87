import { http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { api } from '../../../lib/api-client';
import { server } from '../../../testing/server';
import { forgotPassword, resendOtp, resetPassword, verifyOtp } from './reset-calls';

const CALLS = [
  ['/auth/forgot-password', () => forgotPassword('ada@example.org'), 'Failed to send OTP'],
  ['/auth/verify-otp', () => verifyOtp('ada@example.org', '123456'), 'Invalid OTP'],
  ['/auth/resend-otp', () => resendOtp('ada@example.org'), 'Failed to resend OTP'],
  [
    '/auth/reset-password',
    () => resetPassword('ada@example.org', 't', 'ABCdef1!'),
    'Failed to reset password',
  ],
] as const;

describe('password reset calls', () => {
  it('validate required fields before calling [A5-45 A5-48 A5-49 A5-50 A5-51]', async () => {
    const says = async (call: Promise<{ success: boolean; message?: string }>) => (await call).message;
    expect(await says(forgotPassword(''))).toBe('Email is required');
    expect(await says(verifyOtp('a@b.org', ''))).toBe('Email and OTP are required');
    expect(await says(verifyOtp('', '123456'))).toBe('Email and OTP are required');
    expect(await says(resetPassword('a@b.org', '', 'x'))).toBe('All fields are required for password reset');
    expect(await says(resendOtp(''))).toBe('Email is required to resend OTP');
  });

  it.each(CALLS)(
    'of %s show the server’s message, or a default if there is none [A7.4-4 A7.4-6 A7.4-7 A8-25]',
    async (path, call, words) => {
      server.use(
        http.post(`/api${path}`, () => HttpResponse.json({ message: 'No.', code: 'X' }, { status: 400 })),
      );
      expect(await call()).toMatchObject({ success: false, message: 'No.', code: 'X' });
      server.use(http.post(`/api${path}`, () => HttpResponse.json({ error: 'Nope.' }, { status: 403 })));
      expect(await call()).toMatchObject({ success: false, message: 'Nope.' });
      for (const status of [400, 401, 429, 500]) {
        server.use(http.post(`/api${path}`, () => HttpResponse.json({ success: false }, { status })));
        expect(await call()).toMatchObject({ success: false, message: words });
      }
      server.use(http.post(`/api${path}`, () => HttpResponse.json({ success: false, error: 'Why' })));
      expect(await call()).toMatchObject({ success: false, message: 'Why' });
      server.use(http.post(`/api${path}`, () => HttpResponse.json({ success: false }, { status: 400 })));
      expect(await call()).toMatchObject({ success: false, message: words });
      server.use(http.post(`/api${path}`, () => HttpResponse.json({ success: false })));
      expect(await call()).toMatchObject({ success: false, message: words });
      server.use(http.post(`/api${path}`, () => HttpResponse.json(null)));
      expect(await call()).toMatchObject({ success: false, message: words });
    },
  );

  it.each(CALLS)('of %s report an unreachable server [A8-29]', async (path, call) => {
    server.use(http.post(`/api${path}`, () => HttpResponse.error()));
    expect(await call()).toMatchObject({ success: false, message: 'Cannot connect to server...' });
  });

  it.each([
    ['forgotPassword', () => forgotPassword('ada@example.org'), 'An error occurred. Please try again.'],
    ['verifyOtp', () => verifyOtp('ada@example.org', '123456'), 'Failed to verify OTP. Please try again.'],
    ['resendOtp', () => resendOtp('ada@example.org'), 'Failed to resend OTP. Please try again.'],
    [
      'resetPassword',
      () => resetPassword('ada@example.org', 't', 'ABCdef1!'),
      'Failed to reset password. Please try again.',
    ],
  ] as const)('of %s have a default message for errors without one [A8-26]', async (_name, call, words) => {
    const request = vi.spyOn(api, 'call').mockRejectedValue(new Error(''));
    expect(await call()).toMatchObject({ success: false, message: words });
    request.mockRejectedValue(new Error('Boom'));
    expect(await call()).toMatchObject({ success: false, message: 'Boom' });
  });

  it.each([{ resetToken: 'T' }, { token: 'T' }, { data: { resetToken: 'T' } }])(
    'read the reset token of %j [A3-18 A7.1-10 A7.4-5]',
    async (answer) => {
      server.use(http.post('/api/auth/verify-otp', () => HttpResponse.json({ success: true, ...answer })));
      expect(await verifyOtp('ada@example.org', '123456')).toMatchObject({ success: true, resetToken: 'T' });
    },
  );

  it('treat a success without a token as a wrong code [A7.4-5]', async () => {
    server.use(http.post('/api/auth/verify-otp', () => HttpResponse.json({ success: true })));
    expect(await verifyOtp('ada@example.org', '123456')).toMatchObject({
      success: false,
      message: 'Invalid OTP',
    });
  });
});
