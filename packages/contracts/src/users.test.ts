import { describe, expect, it } from 'vitest';
import { loginBody, registerBody } from './auth.js';
import { feedQuery } from './feed.js';
import { parseSeed } from './post-lists.js';
import { emailOnlyBody } from './password-reset.js';
import { createPostBody } from './posts.js';

const messages = (input: unknown) => {
  const result = registerBody.safeParse(input);
  return result.success
    ? []
    : result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
};
const valid = { fullName: 'Ada Byron', userName: 'ada_b', email: 'Ada@Example.org ', password: 'engine1' };

describe('pasted names and addresses', () => {
  it.each([
    ['\u200bada\ufeff', 'ada'],
    ['\u202aada@example.org\u202c', 'ada@example.org'],
    ['@ada', 'ada'],
    [' ＠ada ', 'ada'],
    ['@ada@example.org', '@ada@example.org'],
  ])('sign in without what nobody sees and without the sign: %j', (emailOrUsername, name) => {
    expect(loginBody.parse({ emailOrUsername, password: 'engine1' })).toMatchObject({
      emailOrUsername: name,
    });
  });

  it('are taken at sign-up and at a reset without what nobody sees', () => {
    const [userName, email] = ['ada_b\u200b', '\u2066ada@example.org\u2069'];
    expect(registerBody.parse({ ...valid, userName, email })).toMatchObject({
      userName: 'ada_b',
      email: 'ada@example.org',
    });
    expect(emailOnlyBody.parse({ email })).toEqual({ email: 'ada@example.org' });
    expect(registerBody.safeParse({ ...valid, userName: 'ada\u200b_b' }).success).toBe(false);
  });
});

describe('registerBody', () => {
  it('trims names and converts the e-mail to lower case', () => {
    expect(registerBody.parse({ ...valid, fullName: '  Ada Byron ' })).toMatchObject({
      fullName: 'Ada Byron',
      email: 'ada@example.org',
    });
  });
  it.each([
    [{ fullName: ' ' }, 'fullName: Full name is required'],
    [{ fullName: 'A' }, 'fullName: Name must be at least 2 characters'],
    [{ userName: '' }, 'userName: Username is required'],
    [{ userName: 'ab' }, 'userName: Username must be at least 3 characters'],
    [{ userName: 'a b c' }, 'userName: Only letters, numbers, and underscores allowed'],
    [{ userName: 'a'.repeat(31) }, 'userName: Username must be at most 30 characters'],
    [{ email: '' }, 'email: Email is required'],
    [{ email: 'nobody' }, 'email: Please enter a valid email'],
    [{ email: `${'a'.repeat(99)}@b.co` }, 'email: Email must be at most 100 characters'],
    [{ password: '' }, 'password: Password is required'],
    [{ password: 'abc1' }, 'password: Password must be at least 6 characters'],
    [{ password: 'abcdefg' }, 'password: Password must contain at least one letter and one number'],
    [{ password: '1'.repeat(129) }, 'password: Password must be at most 128 characters'],
    [{ password: { $gt: '' } }, 'password: Password must be text'],
  ])('rejects %j with its message', (change, message) => {
    expect(messages({ ...valid, ...change })).toEqual([message]);
  });
  it('reports every missing field', () => {
    expect(messages({})).toEqual([
      'fullName: Full name is required',
      'userName: Username is required',
      'email: Email is required',
      'password: Password is required',
    ]);
  });
  it.each(["o'brien@example.org", 'a.b+c@example.org', 'jörg@bücher.example'])(
    'accepts the e-mail %s',
    (email) => {
      expect(messages({ ...valid, email })).toEqual([]);
    },
  );
  it.each(['a\u0000b@example.org', 'a\u202eb@example.org', 'a@exa\u200bmple.org', "a@o'brien.org"])(
    'rejects the e-mail %j, which no server accepts',
    (email) => {
      expect(messages({ ...valid, email })).toEqual(['email: Please enter a valid email']);
    },
  );
  it('runs in less than quadratic time on a hostile e-mail', () => {
    expect(messages({ ...valid, email: 'a@'.repeat(25_000) })).toEqual([
      'email: Email must be at most 100 characters',
    ]);
  });
});

describe('loginBody', () => {
  it.each([
    [{ emailOrUsername: '  ', password: 'secret1' }, 'Email or username is required'],
    [{ emailOrUsername: 'ada', password: '' }, 'Password is required'],
    [{ emailOrUsername: 'ada', password: '12345' }, 'Password must be at least 6 characters'],
  ])('rejects %j', (input, message) => {
    expect(loginBody.safeParse(input).error?.issues.map((issue) => issue.message)).toEqual([message]);
  });
});

describe('feedQuery', () => {
  it('fills in the defaults', () => {
    expect(feedQuery.parse({})).toEqual({ page: 1, limit: 10, sortBy: 'random', sortOrder: 'desc' });
  });
  it('clamps values out of range and rejects non-numbers', () => {
    expect(feedQuery.parse({ page: '0', limit: '9999' })).toMatchObject({ page: 1, limit: 50 });
    expect(feedQuery.safeParse({ page: 'two' }).success).toBe(false);
    expect(feedQuery.safeParse({ page: ['1', '2'] }).success).toBe(false);
  });
  it.each([
    ['0', 0],
    ['999999', 999_999],
    ['1000000', undefined],
    ['-1', undefined],
    ['x', undefined],
    [['1'], undefined],
  ])('parses seed %j as %j', (value, seed) => {
    expect(parseSeed(value)).toBe(seed);
  });
});

describe('createPostBody', () => {
  it.each(['javascript:alert(1)', 'data:text/html,x', '//host/x.png', 'ftp://host/x'])(
    'rejects %s as an image',
    (url) => {
      expect(createPostBody.safeParse({ images: [url] }).success).toBe(false);
    },
  );
  it('drops unknown fields', () => {
    expect(createPostBody.parse({ title: 'Bread', views: 9, user: 'x' })).toEqual({ title: 'Bread' });
  });
});
