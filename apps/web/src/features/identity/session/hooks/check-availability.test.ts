import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { server } from '../../../../testing/server';
import { isAvailable } from './use-availability';

let asked: Request[] = [];
const answer = (status: number) => {
  asked = [];
  server.use(
    http.get('/api/users/:kind/:value/availability', ({ request }) => {
      asked.push(request);
      return new HttpResponse(status === 204 ? null : '{"any":"body"}', { status });
    }),
  );
};
const ask = (kind: 'email' | 'username' = 'email', value = 'ada@example.org') =>
  isAvailable(kind, value, new AbortController().signal);

describe('the availability calls (A §7.2)', () => {
  it.each([
    ['email', 'ada+1@example.org', '/api/users/email/ada%2B1%40example.org/availability'],
    ['username', 'ada_1', '/api/users/username/ada_1/availability'],
  ] as const)('check an %s at its address, with credentials [A7.2-1]', async (kind, value, path) => {
    answer(404);
    expect(await ask(kind, value)).toBe(true);
    expect(asked.map(({ url, credentials }) => [new URL(url).pathname, credentials])).toEqual([
      [path, 'include'],
    ]);
  });

  it.each([200, 201, 204, 206])('treat %i as taken, with any body [A7.2-2 A7.2-4 A7.2-6]', async (status) => {
    answer(status);
    expect(await ask()).toBe(false);
    expect(await ask('username', 'ada')).toBe(false);
  });

  it.each([400, 401, 403, 429, 500, 503])('fail on %i [A7.2-3 A7.2-4]', async (status) => {
    answer(status);
    await expect(ask()).rejects.toMatchObject({ status });
    await expect(ask('username', 'ada')).rejects.toMatchObject({ status });
  });

  it('fail without a response', async () => {
    server.use(http.get('/api/users/:kind/:value/availability', () => HttpResponse.error()));
    await expect(ask()).rejects.toMatchObject({ status: 0, code: 'NETWORK' });
  });
});
