import type { Call } from '../../../lib/api-client';

/**
 * The session's calls by address alone: the contracts' own objects would bring their schemas onto the sign-in page. That
 * both agree is tested.
 */
export const SESSION_CALLS = {
  me: { method: 'GET', path: '/auth/me' },
  login: { method: 'POST', path: '/auth/login' },
  register: { method: 'POST', path: '/auth/register' },
  logout: { method: 'POST', path: '/auth/logout' },
} as const satisfies Record<string, Call>;
