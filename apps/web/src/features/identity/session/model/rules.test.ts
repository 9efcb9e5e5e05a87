import { loginBody } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';
import { checkLogin, loginErrorMessage } from './login-rules';
import { checkSignup, fieldErrors, passwordStrength, type SignupFields } from './signup-rules';
import { socialErrorMessage } from './social-errors';

describe('checkLogin (A §5)', () => {
  it.each([
    [{ emailOrUsername: '  ', password: 'secret1' }, { emailOrUsername: 'Email or username is required' }],
    [{ emailOrUsername: 'ada', password: '' }, { password: 'Password is required' }],
    [{ emailOrUsername: 'ada', password: '12345' }, { password: 'Password must be at least 6 characters' }],
    [{ emailOrUsername: 'ada', password: '123456' }, {}],
  ])('returns for %j the errors %j [A5-1 A5-2 A9-1]', (fields, errors) => {
    expect(checkLogin({ ...fields, rememberMe: false })).toEqual(errors);
  });

  it('agrees with the contract', () => {
    for (const emailOrUsername of ['', ' ', 'ada', 'a'.repeat(100), 'a'.repeat(101)]) {
      for (const password of ['', '12345', '123456', 'p'.repeat(128), 'p'.repeat(129)]) {
        const fields = { emailOrUsername, password, rememberMe: true };
        const issues = loginBody.safeParse(fields).error?.issues ?? [];
        expect(checkLogin(fields)).toEqual(
          Object.fromEntries(issues.map((issue) => [String(issue.path[0]), issue.message])),
        );
      }
    }
  });
});

describe('loginErrorMessage (A §8)', () => {
  it.each([
    [
      'Cannot connect to server...',
      'Cannot connect to server. Please check your internet connection and try again.',
    ],
    ['Request timeout - server may be slow or down', 'Request timed out. Please try again.'],
    ['Bad CREDENTIALS', 'Invalid email/username or password. Please check your credentials.'],
    [
      'Use your social account',
      'This account is linked to social media. Please use the social login buttons below.',
    ],
    ['Too many attempts', 'Too many attempts'],
    [undefined, 'Login failed. Please try again.'],
    ['', 'Login failed. Please try again.'],
  ])('turns %j into %j [A8-1]', (message, text) => {
    expect(loginErrorMessage(message)).toBe(text);
  });
});

const valid = {
  name: 'Ada',
  username: 'ada',
  email: 'a@b.co',
  password: 'secret1',
  confirmPassword: 'secret1',
  rules: '',
};

const checked = (change: Partial<SignupFields>) => checkSignup({ ...valid, ...change });

describe('checkSignup (A §5)', () => {
  it('accepts valid fields, up to the maximum lengths [A3-14 A5-6 A5-10 A5-14 A5-19]', () => {
    expect(checked({})).toEqual({});
    const longest = `a1${'b'.repeat(126)}`;
    const edge = { name: ' ab ', username: 'A_9', password: 'abcde1', confirmPassword: 'abcde1' };
    expect(checked(edge)).toEqual({});
    expect(
      checked({
        name: 'n'.repeat(100),
        username: 'u'.repeat(30),
        email: `${'e'.repeat(60)}@${'d'.repeat(35)}.org`,
        password: longest,
        confirmPassword: longest,
      }),
    ).toEqual({});
  });

  it.each([
    ['', 'Full name is required'],
    ['  ', 'Full name is required'],
    [' A ', 'Name must be at least 2 characters'],
    ['n'.repeat(101), 'Name must be at most 100 characters'],
  ])('rejects the name %j with "%s" [A5-4 A5-5 A5-6 A9-3]', (name, message) => {
    expect(checked({ name })).toEqual({ name: message });
  });

  it.each([
    ['', 'Username is required'],
    ['ab', 'Username must be at least 3 characters'],
    ['a-b-c', 'Only letters, numbers, and underscores allowed'],
    ['ada byron', 'Only letters, numbers, and underscores allowed'],
    ['u'.repeat(31), 'Username must be at most 30 characters'],
  ])('rejects the username %j with "%s" [A5-7 A5-8 A5-9 A5-10 A9-4]', (username, message) => {
    expect(checked({ username })).toEqual({ username: message });
  });

  it.each([
    [' ', 'Email is required'],
    ['nobody', 'Please enter a valid email'],
    ['a da@example.org', 'Please enter a valid email'],
    [`${'e'.repeat(61)}@${'d'.repeat(35)}.org`, 'Email must be at most 100 characters'],
  ])('rejects the email %j with "%s" [A5-12 A5-13 A5-14 A9-5]', (email, message) => {
    expect(checked({ email })).toEqual({ email: message });
  });

  it.each([
    ['', 'Password is required'],
    ['abcd1', 'Password must be at least 6 characters'],
    ['letters', 'Password must contain at least one letter and one number'],
    ['1234567', 'Password must contain at least one letter and one number'],
    [`a1${'b'.repeat(127)}`, 'Password must be at most 128 characters'],
  ])('rejects the password %j with "%s" [A5-16 A5-17 A5-18 A5-19 A9-6]', (password, message) => {
    expect(checked({ password, confirmPassword: password }).password).toBe(message);
  });

  it.each([
    ['', 'Please confirm your password'],
    ['secret2', 'Passwords do not match'],
  ])('rejects the confirmation %j with "%s" [A5-20 A5-21]', (confirmPassword, message) => {
    expect(checked({ confirmPassword })).toEqual({ confirmPassword: message });
  });
});

describe('fieldErrors', () => {
  it('maps the server’s errors to the form’s fields, the first of each, and ignores the rest', () => {
    expect(
      fieldErrors([
        { path: 'userName', message: 'taken' },
        { path: 'userName', message: 'long' },
        { path: 'email', message: 'used' },
        { path: '__proto__', message: 'x' },
      ]),
    ).toEqual({ username: 'taken', email: 'used' });
  });
});

describe('passwordStrength (A §5)', () => {
  it.each([
    ['', 0, 'Too Weak'],
    ['abc', 0, 'Too Weak'],
    ['abcdef', 1, 'Too Weak'],
    ['abcdefgh', 2, 'Weak'],
    ['abcdefg1', 3, 'Good'],
    ['Abcdefg1', 4, 'Strong'],
    ['abcdefg1!', 4, 'Strong'],
    ['a b', 1, 'Too Weak'],
    ['1234567', 1, 'Too Weak'],
    ['ABC1', 2, 'Weak'],
  ])('gives %j %i bars: %s [A5-29 A5-30]', (password, bars, label) => {
    expect(passwordStrength(password)).toEqual({ bars, label });
  });
});

describe('socialErrorMessage (A §8)', () => {
  it.each([
    ['login', 'google_auth_failed', null, 'Google authentication failed. Please try again.'],
    ['login', 'facebook_auth_failed', null, 'Facebook authentication failed. Please try again.'],
    ['login', 'linkedin_auth_failed', null, 'LinkedIn authentication failed. Please try again.'],
    [
      'login',
      'oauth_no_user',
      null,
      'Authentication successful but user data not received. Please try again.',
    ],
    ['login', 'oauth_error', null, 'OAuth authentication failed. Please try again.'],
    ['login', 'oauth_error', 'No%20e-mail', 'No e-mail'],
    ['login', 'oauth_handler_error', 'It%20broke', 'It broke'],
    ['login', 'oauth_handler_error', '  ', 'OAuth authentication failed. Please try again.'],
    ['login', 'oauth_handler_error', '%E0%A4%A', '%E0%A4%A'],
    ['login', 'other', 'x', 'Social login encountered an error. Please try again.'],
    ['login', 'constructor', null, 'Social login encountered an error. Please try again.'],
    ['signup', 'google_auth_failed', null, 'Google authentication failed. Please try again.'],
    ['signup', 'linkedin_auth_failed', null, 'LinkedIn authentication failed. Please try again.'],
    ['signup', 'facebook_auth_failed', null, 'Facebook authentication failed. Please try again.'],
    ['signup', 'oauth_no_user', null, 'Social login failed. Please try again.'],
    ['signup', 'oauth_error', 'x', 'Authentication error occurred. Please try again.'],
    ['signup', 'other', null, 'Authentication failed. Please try again.'],
  ] as const)('on %s reads %s with %j as %j [A8-12 A8-14 A8-15]', (page, error, details, text) => {
    expect(socialErrorMessage(page, error, details)).toBe(text);
  });
  it('caps details', () => {
    expect(socialErrorMessage('login', 'oauth_error', 'x'.repeat(5000))).toHaveLength(201);
  });
});
