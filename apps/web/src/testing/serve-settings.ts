import { fireEvent, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { idOf } from './make-post';
import { server } from './server';

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

/** The bodies that came to `answerPost`; a test empties it. */
export const bodies: unknown[] = [];
/** Answers a call below /auth. */
export const answerPost = (path: string, body: object, status = 200) =>
  server.use(
    http.post(`/api/auth/${path}`, async ({ request }) => {
      const text = await request.text();
      bodies.push(text === '' ? null : JSON.parse(text));
      return HttpResponse.json(body, { status });
    }),
  );
export const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
export const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
