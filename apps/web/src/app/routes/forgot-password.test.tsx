import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const URL = '/i/account/forgotpassword';
let bodies: Record<string, unknown[]> = {};
const answer = (path: string, body: object, status = 200) =>
  server.use(
    http.post(`/api/auth/${path}`, async ({ request }) => {
      (bodies[path] ??= []).push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
const heading = (name: string) => screen.findByRole('heading', { name });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });

const toOtp = async () => {
  const view = renderApp({ user: null, url: URL });
  await heading('Forgot Password?');
  type('Email', ' Ada@Example.org ');
  press('Send OTP');
  await heading('Enter OTP');
  return view;
};
const toReset = async () => {
  const view = await toOtp();
  type('OTP', '123456');
  press('Verify OTP');
  await heading('Set New Password');
  return view;
};

beforeEach(() => {
  bodies = {};
  answer('forgot-password', { success: true });
  answer('resend-otp', { success: true });
  answer('verify-otp', { success: true, resetToken: 'T-1' });
  answer('reset-password', { success: true });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a password reset', () => {
  it('goes through its four views to the sign-in page [A2.4-1 A4.5-1 A7.4-4 A7.4-7]', async () => {
    const { address } = await toReset();
    expect(bodies['forgot-password']).toEqual([{ email: 'ada@example.org' }]);
    expect(bodies['verify-otp']).toEqual([{ email: 'ada@example.org', otp: '123456' }]);
    type('New password', 'ABCdef1!');
    expect(screen.getByText('Strong')).toBeVisible();
    type('Confirm password', 'ABCdef1!');
    press('Reset Password');
    expect(await heading('Password Reset Successful!')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Back to Login' })).toHaveFocus();
    expect(bodies['reset-password']).toEqual([
      { email: 'ada@example.org', resetToken: 'T-1', newPassword: 'ABCdef1!' },
    ]);
    press('Back to Login');
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });

  it('goes back view by view, and from the first to the sign-in page [A2.4-2]', async () => {
    const { address } = await toReset();
    press('Back to OTP');
    await heading('Enter OTP');
    expect(screen.getByLabelText('OTP')).toHaveValue('123456');
    press('Back to e-mail');
    await heading('Forgot Password?');
    expect(screen.getByLabelText('Email')).toHaveValue('Ada@Example.org');
    press('Back to Login');
    await waitFor(() => expect(address()).toBe('/i/account/login'));
  });

  it('shows what is wrong with an address [A5-32]', async () => {
    renderApp({ user: null, url: URL });
    await heading('Forgot Password?');
    press('Send OTP');
    expect(screen.getByText('Email is required')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveFocus();
    type('Email', 'a da@example.org');
    expect(screen.queryByText('Email is required')).toBeNull();
    press('Send OTP');
    expect(screen.getByText('Please enter a valid email address')).toBeVisible();
  });

  it('accepts six digits and shows what is wrong with a code [A5-35 A8-27]', async () => {
    await toOtp();
    expect(await screen.findByText('OTP sent to your email address')).toBeVisible();
    const otp = screen.getByLabelText('OTP');
    await waitFor(() => expect(otp).toHaveFocus());
    press('Verify OTP');
    expect(screen.getByText('OTP is required')).toBeVisible();
    type('OTP', '12ab3');
    expect(otp).toHaveValue('123');
    press('Verify OTP');
    expect(screen.getByText('OTP must be 6 digits')).toBeVisible();
    type('OTP', '1234567');
    expect(otp).toHaveValue('123456');
  });

  it('resends a code after 60 s, clears the field and restarts the countdown [A4.5-2 A4.5-4 A7.4-6 A8-27 A9-8]', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await toOtp();
    const again = screen.getByRole('button', { name: 'Resend OTP in 60s' });
    expect(again).toBeDisabled();
    type('OTP', '123');
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(again).toHaveTextContent(/^Resend OTP in (30|29)s$/);
    await act(() => vi.advanceTimersByTimeAsync(31_000));
    expect(again).toHaveTextContent(/^Resend OTP$/);
    again.focus();
    fireEvent.click(again);
    expect(await screen.findByText('New OTP sent to your email')).toBeVisible();
    expect(screen.getByLabelText('OTP')).toHaveValue('');
    expect(screen.getByRole('button', { name: /^Resend OTP in (60|59)s$/ })).toBeDisabled();
    expect(bodies['resend-otp']).toEqual([{ email: 'ada@example.org' }]);
    // the button is disabled for a minute and cannot take the focus
    await waitFor(() => expect(screen.getByLabelText('OTP')).toHaveFocus());
  });

  it('keeps the code and the button when resending fails', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await toOtp();
    type('OTP', '123');
    await act(() => vi.advanceTimersByTimeAsync(61_000));
    answer('resend-otp', { success: false }, 400);
    press('Resend OTP');
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to resend OTP');
    expect(screen.getByLabelText('OTP')).toHaveValue('123');
    expect(screen.getByRole('button', { name: 'Resend OTP' })).toBeEnabled();
  });

  it('shows a rejected code at its field', async () => {
    await toOtp();
    answer('verify-otp', { success: false, code: 'INVALID_OTP', message: 'That code is not right' }, 400);
    type('OTP', '000000');
    press('Verify OTP');
    expect(await screen.findByText('That code is not right')).toBeVisible();
    expect(screen.getByLabelText('OTP')).toBeInvalid();
    type('OTP', '00000');
    expect(screen.queryByText('That code is not right')).toBeNull();
  });

  it('shows the rate limit for codes', async () => {
    answer('forgot-password', { success: false, code: 'TOO_MANY_REQUESTS', message: 'Wait a while' }, 429);
    renderApp({ user: null, url: URL });
    await heading('Forgot Password?');
    type('Email', 'ada@example.org');
    press('Send OTP');
    expect(await screen.findByRole('alert')).toHaveTextContent('Wait a while');
    expect(screen.getByLabelText('Email')).toHaveValue('ada@example.org');
  });

  it('requires a strong password, entered twice [A3-17 A5-37 A5-38 A5-44]', async () => {
    await toReset();
    expect(
      screen.getByText('At least 8 characters with a mix of upper, lower, numbers and special characters'),
    ).toBeVisible();
    press('Reset Password');
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(screen.getByText('Please confirm your password')).toBeVisible();
    type('New password', 'Ab1!');
    press('Reset Password');
    expect(screen.getByText('Password must be at least 8 characters')).toBeVisible();
    type('New password', 'abcdefgh');
    type('Confirm password', 'abcdefg');
    expect(screen.getByText('Weak')).toBeVisible();
    press('Reset Password');
    expect(screen.getByText('Password is too weak')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    expect(bodies['reset-password']).toBeUndefined();
  });

  it('keeps the focus in the field while the user corrects it', async () => {
    await toReset();
    press('Reset Password');
    const [first, second] = [
      screen.getByLabelText('New password'),
      screen.getByLabelText('Confirm password'),
    ];
    expect(first).toHaveFocus();
    second.focus();
    type('Confirm password', 'A');
    expect(screen.getByText('Password is required')).toBeVisible();
    expect(second).toHaveFocus();
  });

  it('gives password managers the user name', async () => {
    const { container } = await toReset();
    expect(container.querySelector('input[autocomplete=username]')).toHaveValue('ada@example.org');
  });

  it('shows server errors at their fields, and a used token above the button', async () => {
    await toReset();
    type('New password', 'ABCdef1!');
    type('Confirm password', 'ABCdef1!');
    answer(
      'reset-password',
      { success: false, message: 'Bad', code: 'V', errors: [{ path: 'newPassword', message: 'Too common' }] },
      400,
    );
    press('Reset Password');
    expect(await screen.findByText('Too common')).toBeVisible();
    answer('reset-password', { success: false, message: 'Used', code: 'INVALID_RESET_TOKEN' }, 400);
    press('Reset Password');
    expect(await screen.findByText('Used')).toBeVisible();
    expect(screen.getByLabelText('New password')).toHaveValue('ABCdef1!');
  });

  it('ignores a response that arrives after the user went back', async () => {
    await toOtp();
    const gate = makeGate();
    server.use(
      http.post('/api/auth/verify-otp', async () => {
        await gate.passed;
        return HttpResponse.json({ success: true, resetToken: 'T' });
      }),
    );
    type('OTP', '123456');
    press('Verify OTP');
    expect(screen.getByRole('button', { name: 'Verifying OTP...' })).toHaveAttribute('aria-disabled', 'true');
    press('Back to e-mail');
    gate.open();
    await act(() => delay(50));
    expect(screen.getByRole('heading', { name: 'Forgot Password?' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send OTP' })).toBeEnabled();
  });

  it('redirects a signed-in user', async () => {
    const { address } = renderApp({ user: testUser(), url: URL, state: { from: '/about' } });
    await waitFor(() => expect(address()).toBe('/about'));
  });
});
