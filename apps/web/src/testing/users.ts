import type { CurrentUser } from '@social-feed/contracts';

/** A signed-in user as the API returns it. */
export const testUser = (change: Partial<CurrentUser> = {}): CurrentUser => ({
  _id: '65f0000000000000000000a1',
  fullName: 'Ada Byron',
  userName: 'ada',
  email: 'ada@example.org',
  profilepic: '',
  isAdmin: false,
  lastLogin: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:04:05.000Z',
  ...change,
});
