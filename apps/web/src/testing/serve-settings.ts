import { idOf } from './make-post';

const at = '2026-11-20T09:00:00.000Z';

/** A signed-in device, as `GET /auth/sessions` lists it. */
export const device = (id: number, name: string, current = false) => ({
  _id: idOf(id),
  device: name,
  network: '203.0.113.0/24',
  createdAt: at,
  lastUsedAt: at,
  current,
});

/** A personal API token, as `GET /auth/tokens` lists it. */
export const token = (id: number, name: string) => ({
  _id: idOf(id),
  name,
  scopes: ['read', 'write'] as const,
  ending: 'x9Qz',
  createdAt: at,
  expiresAt: '2027-02-18T09:00:00.000Z',
  lastUsedAt: null,
});
