import { describe, expect, it } from 'vitest';
import { mustConfirm, sessionOf } from './session-state';

describe('sessionOf', () => {
  it('converts older shapes to the current one', () => {
    const old = {
      user: { id: '7', email: 'a@b.co', username: 'ada' },
      lastAuthCheck: '2026-03-01T12:00:00.000Z',
    };
    expect(sessionOf(old)).toMatchObject({
      currentUser: { _id: '7', userName: 'ada' },
      isAuthenticated: true,
      lastAuthCheck: Date.parse(old.lastAuthCheck),
      sessionExpiry: null,
    });
  });
  it('knows after a reload whether the address waits to be confirmed, of the same user only', () => {
    const user = { _id: '7', email: 'a@b.co', userName: 'ada' };
    const read = (stored: object) => {
      const { currentUser = null, unconfirmed = null } = sessionOf(stored);
      return mustConfirm({ currentUser, unconfirmed });
    };
    expect(read({ currentUser: user, unconfirmed: '7' })).toBe(true);
    expect(read({ currentUser: user, unconfirmed: '8' })).toBe(false);
    expect(read({ currentUser: user })).toBe(false);
    expect(read({ unconfirmed: '7' })).toBe(false);
  });
  it.each([null, 'x', 7, [], { currentUser: 'ada' }, { currentUser: { _id: 1 } }])(
    'reads %j as signed out',
    (stored) => {
      expect(sessionOf(stored)).toMatchObject({ currentUser: null, isAuthenticated: false });
    },
  );
});
