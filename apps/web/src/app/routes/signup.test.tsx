import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { api } from '../../lib/api-client';
import { startSerif } from '../../lib/serif';
import { serveInstance } from '../../testing/make-instance';
import { takeSession } from '../../features/identity/session/stores/session-store';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const LABELS = {
  name: 'Full name',
  username: 'Username',
  email: 'Email',
  password: 'Password',
  confirm: 'Confirm password',
};
const fill = async (user: UserEvent, change: Partial<typeof LABELS> = {}) => {
  const values = {
    name: 'Ada Byron',
    username: 'ada',
    email: 'Ada@Example.org',
    password: 'secret12',
    confirm: 'secret12',
    ...change,
  };
  for (const [field, label] of Object.entries(LABELS)) {
    const input = await screen.findByLabelText(label);
    await user.clear(input);
    const value = values[field as keyof typeof values];
    if (value !== '') await user.type(input, value);
  }
};
const submit = () => screen.getByRole('button', { name: 'Create account' });
const answerAvailability = (kind: 'email' | 'username', status: number) =>
  server.use(
    http.get(`/api/users/${kind}/:value/availability`, () => HttpResponse.json({ message: 'x' }, { status })),
  );
const answerRegister = (status: number, body: object) =>
  server.use(http.post('/api/auth/register', () => HttpResponse.json(body, { status })));

beforeEach(() => {
  answerAvailability('email', 404);
  answerAvailability('username', 404);
  server.use(http.get('/api/posts/infinite', () => HttpResponse.json({}, { status: 400 })));
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the sign-up page', () => {
  it('shows the first home screen in the serif typeface [B40-12]', async () => {
    localStorage.clear();
    sessionStorage.clear();
    class Face {
      load = () => Promise.resolve(this);
    }
    Object.defineProperty(globalThis, 'FontFace', { value: Face, configurable: true });
    onTestFinished(() => {
      Reflect.deleteProperty(globalThis, 'FontFace');
      document.fonts.clear();
      delete document.documentElement.dataset['serif'];
    });
    const isOn = () => document.documentElement.dataset['serif'] !== undefined;
    answerRegister(200, { success: true, user: testUser(), sessionExpiry: '2099-01-01T00:00:00.000Z' });
    startSerif();
    const { address, user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    expect(isOn()).toBe(false);
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/home'));
    expect(isOn()).toBe(true);
  });

  it('creates an account and redirects home [A1-2 A1-3 A4.4-1 A7.1-16]', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('/api/auth/register', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({
          success: true,
          user: testUser(),
          sessionExpiry: '2099-01-01T00:00:00.000Z',
        });
      }),
    );
    const { address, user } = renderApp({ user: null, url: '/i/account/signup' });
    expect(await screen.findByText('Your gateway to endless possibilities')).toBeVisible();
    await fill(user);
    await user.click(submit());
    await waitFor(() => expect(address()).toBe('/home'));
    expect(bodies).toEqual([
      { fullName: 'Ada Byron', userName: 'ada', email: 'ada@example.org', password: 'secret12' },
    ]);
  });

  it('shows every mistake at its field and clears one when its field is edited [A4.4-3]', async () => {
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user, { name: 'A', username: '', email: 'nobody', password: 'abcdefg', confirm: 'x' });
    await user.click(submit());
    expect(screen.getByText('Name must be at least 2 characters')).toBeVisible();
    expect(screen.getByText('Username is required')).toBeVisible();
    expect(screen.getByText('Please enter a valid email')).toBeVisible();
    expect(screen.getByText('Password must contain at least one letter and one number')).toBeVisible();
    expect(screen.getByText('Passwords do not match')).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveFocus();
    await user.type(screen.getByLabelText('Full name'), 'da');
    expect(screen.queryByText('Name must be at least 2 characters')).toBeNull();
    expect(screen.getByText('Username is required')).toBeVisible();
  });

  it('shows the server’s errors at their fields', async () => {
    answerRegister(409, {
      success: false,
      message: 'Already exists',
      code: 'ALREADY_EXISTS',
      errors: [{ path: 'userName', message: 'Username is already taken' }],
    });
    const { address, user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    await waitFor(() =>
      expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Username is already taken'),
    );
    await waitFor(() => expect(screen.getByLabelText('Username')).toHaveFocus());
    await user.type(screen.getByLabelText('Username'), '2');
    expect(screen.getByLabelText('Username')).not.toBeInvalid();
    expect(address()).toBe('/i/account/signup');
  });

  it('shows at the password that it is known from a breach [B22-3]', async () => {
    const message = 'This password is known from data breaches. Please choose another one.';
    const errors = [{ path: 'password', message }];
    answerRegister(400, { success: false, message, code: 'VALIDATION_FAILED', errors });
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Password')).toHaveAccessibleDescription(new RegExp(message));
    await waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus());
  });

  it.each([
    [200, { success: false, message: 'Sign-up is closed today' }, 'Sign-up is closed today'],
    [403, { success: false, error: 'Sign-up is for members' }, 'Sign-up is for members'],
    [200, { success: false }, 'Signup failed'],
    [201, { success: true }, 'Signup failed'],
    [409, {}, 'Signup failed'],
    [500, { message: '' }, 'Signup failed'],
  ])('after %i with %j shows "%s" at the e-mail field [A4.4-2 A8-23]', async (status, body, message) => {
    answerRegister(status, body);
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
  });

  it.each([
    ['An unexpected error occurred. Please try again.', new Error('')],
    ['The browser refused', new Error('The browser refused')],
  ])('shows "%s" for an exception [A8-24]', async (message, error) => {
    vi.spyOn(api, 'call').mockRejectedValue(error);
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText(message)).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(message);
    expect(submit()).toBeEnabled();
  });

  it('asks to agree to the rules where the host has any [B18-5]', async () => {
    const sent: unknown[] = [];
    server.use(
      serveInstance({ rules: ['Be kind', 'No spam'] }),
      http.post('/api/auth/register', async ({ request }) => {
        sent.push(await request.json());
        return HttpResponse.error();
      }),
    );
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    const rules = await screen.findByRole('region', { name: 'Rules' });
    expect(within(rules).getAllByRole('listitem')).toHaveLength(2);
    await user.click(submit());
    const box = within(rules).getByRole('checkbox', { name: 'I agree to the rules' });
    expect(box).toHaveAccessibleDescription('Agree to the rules to create an account');
    expect(box).toHaveFocus();
    expect(sent).toEqual([]);
    await user.click(box);
    expect(box).toBeValid();
    await user.click(submit());
    await waitFor(() => expect(sent).toMatchObject([{ acceptedRules: true }]));
  });

  it('shows rules that the host made since the page opened [B18-5]', async () => {
    const message = 'Agree to the rules to create an account';
    server.use(
      serveInstance({ rules: ['Be kind'] }),
      http.post('/api/auth/register', () =>
        HttpResponse.json(
          {
            success: false,
            message,
            code: 'VALIDATION_FAILED',
            errors: [{ path: 'acceptedRules', message }],
          },
          { status: 400 },
        ),
      ),
    );
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    const box = await screen.findByRole('checkbox', { name: 'I agree to the rules' });
    await waitFor(() => expect(box).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Byron');
  });

  it('keeps the input when the network fails', async () => {
    server.use(http.post('/api/auth/register', () => HttpResponse.error()));
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    await user.click(submit());
    expect(await screen.findByText('Cannot connect to server...')).toBeVisible();
    expect(screen.getByLabelText('Full name')).toHaveValue('Ada Byron');
  });

  it('has the brand, five fields, toggles on both passwords, social icons after an "or", and a link to sign-in [A2.3-1 A2.3-2 A2.3-3 A2.3-6 A2.3-7]', async () => {
    const { container, user } = renderApp({ user: null, url: '/i/account/signup' });
    const form = await screen.findByRole('form', { name: 'Sign Up' });
    expect(container.querySelector('main svg')).toBeVisible();
    expect(screen.getByText('Social Feed')).toBeVisible();
    expect([...form.querySelectorAll('input')].map(({ name }) => name)).toEqual([
      'name',
      'username',
      'email',
      'password',
      'confirmPassword',
    ]);
    const toggles = within(form).getAllByRole('button', { name: 'Show password' });
    expect(toggles).toHaveLength(2);
    await user.click(toggles[1]!);
    expect(screen.getByLabelText('Password')).toHaveAttribute('type', 'password');
    expect(screen.getByLabelText('Confirm password')).toHaveAttribute('type', 'text');
    expect(screen.getByText('or')).toBeVisible();
    for (const provider of ['Google', 'Facebook', 'LinkedIn', 'X (Coming Soon)'])
      expect(screen.getByRole('button', { name: `Continue with ${provider}` })).toHaveTextContent(/^$/);
    expect(screen.getByText('Already have an account?').closest('p')).toHaveTextContent(
      'Already have an account? Sign in',
    );
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/i/account/login');
  });

  it('shows the results of the username and e-mail checks below the fields [A2.3-5]', async () => {
    answerAvailability('email', 200);
    vi.useFakeTimers({ shouldAdvanceTime: true });
    renderApp({ user: null, url: '/i/account/signup' });
    const typeInto = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    await screen.findByRole('form', { name: 'Sign Up' });
    typeInto('Username', 'ada');
    typeInto('Email', 'ada@example.org');
    await act(() => vi.advanceTimersByTimeAsync(1100));
    expect(await screen.findByText('Username is available')).toBeVisible();
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription('Username is available');
    await waitFor(() =>
      expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Email is already taken'),
    );
    expect(screen.getByLabelText('Email')).toBeInvalid();
    typeInto('Email', 'ada@example.com');
    expect(screen.getByLabelText('Email')).toBeValid();
    expect(screen.queryByText('Email is already taken')).toBeNull();
  });

  it('asks for another name and address if both are taken, and sends nothing [A5-11 A5-15]', async () => {
    answerAvailability('email', 200);
    answerAvailability('username', 200);
    const { user } = renderApp({ user: null, url: '/i/account/signup' });
    await fill(user);
    expect(await screen.findByText('Username is already taken')).toBeVisible();
    expect(await screen.findByText('Email is already taken')).toBeVisible();
    await user.click(submit());
    expect(screen.getByLabelText('Username')).toHaveAccessibleDescription(
      'Please choose a different username',
    );
    expect(screen.getByLabelText('Email')).toHaveAccessibleDescription(
      'Please use a different email address',
    );
  });

  it('shows the password strength as four bars and a word [A2.3-4 A5-28]', async () => {
    const { container, user } = renderApp({ user: null, url: '/i/account/signup' });
    const bars = () => container.querySelectorAll('[data-filled=true]').length;
    await user.type(await screen.findByLabelText('Password'), 'abcdef');
    expect([bars(), screen.getByText('Too Weak')]).toEqual([1, expect.anything()]);
    await user.type(screen.getByLabelText('Password'), 'gh1A');
    expect([bars(), screen.getByText('Strong')]).toEqual([4, expect.anything()]);
  });

  it('links to sign-in and keeps the origin [A2.3-7]', async () => {
    const { address, user } = renderApp({ user: null, url: '/i/account/signup', state: { from: '/about' } });
    await user.click(await screen.findByRole('link', { name: 'Sign in' }));
    await waitFor(() => expect(address()).toBe('/i/account/login'));
    expect(screen.getByTestId('address').dataset['state']).toBe('{"from":"/about"}');
  });
});

it('keeps what was typed, without passwords, for a return from the sign-in page [B19-40]', async () => {
  const { user } = renderApp({ user: null, url: '/i/account/signup' });
  await fill(user);
  await user.click(screen.getByRole('link', { name: /Sign in/ }));
  await user.click(await screen.findByRole('link', { name: 'Create one now' }));
  expect(await screen.findByLabelText('Full name')).toHaveValue('Ada Byron');
  expect(screen.getByLabelText('Username')).toHaveValue('ada');
  expect(screen.getByLabelText('Email')).toHaveValue('Ada@Example.org');
  expect(screen.getByLabelText('Password')).toHaveValue('');
  act(() => takeSession({ user: testUser(), sessionExpiry: null, message: undefined, success: true }));
  expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('Byron');
});
