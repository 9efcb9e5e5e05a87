import { describe, expect, it } from 'vitest';
import { testUser } from '../../../../testing/users';
import { normaliseUser, readSession } from './read-session';

describe('normaliseUser (A §3)', () => {
  it('leaves a current user unchanged [F3-15 A3-1 A3-6 A6-8]', () => {
    expect(normaliseUser(testUser())).toEqual(testUser());
  });

  it.each([
    [{ id: 7, email: 'a@b.co', username: 'ada', name: 'Ada', avatar: 'https://x.example/a.png' }],
    [
      {
        user_id: '7',
        mail: 'a@b.co',
        handle: 'ada',
        full_name: 'Ada',
        avatar_url: 'https://x.example/a.png',
      },
    ],
    [
      {
        _id: '7',
        emailAddress: 'a@b.co',
        user_name: 'ada',
        displayName: 'Ada',
        picture: 'https://x.example/a.png',
      },
    ],
  ])('accepts the spelling %j [F3-17 A3-4]', (spelling) => {
    expect(normaliseUser(spelling)).toMatchObject({
      _id: '7',
      email: 'a@b.co',
      userName: 'ada',
      fullName: 'Ada',
      profilepic: 'https://x.example/a.png',
    });
  });

  it('joins first and last name, and falls back to the user name [F3-17]', () => {
    const base = { id: '7', email: 'a@b.co', username: 'ada' };
    expect(normaliseUser({ ...base, firstName: 'Ada', lastName: 'Byron' })?.fullName).toBe('Ada Byron');
    expect(normaliseUser(base)?.fullName).toBe('ada');
  });

  it.each([
    [{ isAdmin: true }, true],
    [{ role: 'admin' }, true],
    [{ isAdmin: false }, false],
    [{ isAdmin: 'true' }, false],
    [{ role: 'moderator' }, false],
    [{ roles: ['admin'] }, false],
    [{}, false],
  ])('reads from %j only the role isAdmin: %j [F6-13 A3-6 A6-8 A6-10]', (roles, isAdmin) => {
    const { isAdmin: _isAdmin, ...plain } = testUser();
    expect(normaliseUser({ ...plain, ...roles })).toEqual(testUser({ isAdmin }));
  });

  it.each([
    [{ email: 'a@b.co', userName: 'ada' }],
    [{ _id: '7', userName: 'ada' }],
    [{ _id: '7', email: 'a@b.co' }],
    [null],
    ['ada'],
    [[]],
  ])('rejects %j, which lacks required fields [F3-16 A3-5]', (value) => {
    expect(normaliseUser(value)).toBeUndefined();
  });
});

describe('readSession', () => {
  it.each([[{ user: testUser() }], [{ data: { user: testUser() } }], [{ data: testUser() }]])(
    'finds the user in %j [A7.1-4]',
    (answer) => {
      expect(readSession({ success: true, ...answer }).user?._id).toBe(testUser()._id);
    },
  );
  it('reads the expiry in milliseconds, or null', () => {
    expect(readSession({ sessionExpiry: '2026-01-01T00:00:00.000Z' }).sessionExpiry).toBe(1_767_225_600_000);
    expect(readSession({ sessionExpiry: 'soon' }).sessionExpiry).toBeNull();
    expect(readSession('text')).toMatchObject({ user: undefined, sessionExpiry: null, success: true });
  });
});
