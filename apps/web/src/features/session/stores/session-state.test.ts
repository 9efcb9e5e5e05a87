import { describe, expect, it } from 'vitest';
import { sessionOf } from './session-state';

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
  it.each([null, 'x', 7, [], { currentUser: 'ada' }, { currentUser: { _id: 1 } }])(
    'reads %j as signed out',
    (stored) => {
      expect(sessionOf(stored)).toMatchObject({ currentUser: null, isAuthenticated: false });
    },
  );
});
