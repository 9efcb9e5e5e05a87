import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { DAY } from '../lib/time';
import { server } from '../testing/server';
import type { createCollection } from '../features/content/post/model/own-collections';
import type { sendAct } from '../features/moderation/members/member-acts';

const lost = () => Promise.reject(new TypeError('Failed to fetch'));
const BODY = { title: 'Bread' };

/** The module as after a reload. */
const reload = async () => {
  vi.resetModules();
  return import('./send-once');
};

/** Sends the body. @returns its key */
const keyOf = async (body: object = BODY, answer: () => Promise<unknown> = lost) => {
  const { sendOnce } = await reload();
  const send = vi.fn((_key: string) => answer());
  await sendOnce(body, send).catch(() => undefined);
  return send.mock.calls[0]![0];
};

it('sends a call without an answer with the same key after a reload, until it is answered [B24-61]', async () => {
  const first = await keyOf();
  expect(await keyOf({ title: 'Cake' })).not.toBe(first);
  expect(await keyOf(BODY, () => Promise.resolve())).toBe(first);
  expect(await keyOf()).not.toBe(first);
});

it.each([
  [400, 'VALIDATION_FAILED', true],
  [409, 'CONFLICT', true],
  [500, 'INTERNAL_ERROR', true],
  [503, 'OUTCOME_UNKNOWN', false],
])('keeps the key after %i %s: %j', async (status, code, isSame) => {
  const first = await keyOf(BODY, async () => {
    const { ApiError } = await import('../lib/api-error');
    throw new ApiError({ status, code, message: 'x' });
  });
  expect((await keyOf()) === first).toBe(isSame);
});

it('forgets a call when the API no longer knows its key, and the oldest of many', async () => {
  const first = await keyOf();
  for (let index = 0; index < 20; index += 1) await keyOf({ index });
  expect(await keyOf()).not.toBe(first);
  const last = await keyOf({ index: 19 });
  expect(await keyOf({ index: 19 })).toBe(last);
  vi.useFakeTimers({ now: Date.now() + DAY + 1, toFake: ['Date'] });
  expect(await keyOf({ index: 19 })).not.toBe(last);
});

it('stores no words of a body [B24-61]', async () => {
  const report = {
    kind: 'person',
    target: '0123456789abcdef01234567',
    reason: 'hate',
    text: 'He follows me',
  };
  const first = await keyOf(report);
  const stored = localStorage.getItem('unanswered') ?? '';
  expect(stored).toContain(first);
  for (const word of Object.values(report)) expect(stored).not.toContain(word);
});

const keys: (string | null)[] = [];
const noteKey = ({ request }: { request: Request }) => {
  keys.push(request.headers.get('idempotency-key'));
  return HttpResponse.error();
};
beforeEach(() => {
  keys.length = 0;
  server.use(http.post('*/api/collections', noteKey), http.post('*/api/admin/users/:id/warn', noteKey));
});

it('makes a collection and warns a member once, also after a reload [B24-61]', async () => {
  const [userId, words] = ['0123456789abcdef01234567', { message: 'Stop', note: '', typed: '', more: {} }];
  for (const act of [
    async () => {
      const { createQueryClient } = await import('../lib/query-client');
      const module: { createCollection: typeof createCollection } =
        await import('../features/content/post/model/own-collections');
      return module.createCollection(createQueryClient(), 'Holidays');
    },
    async () => {
      const module: { sendAct: typeof sendAct } = await import('../features/moderation/members/member-acts');
      return module.sendAct('warn', userId, words);
    },
  ]) {
    keys.length = 0;
    for (let loads = 0; loads < 2; loads += 1) {
      await reload();
      await act().catch(() => undefined);
    }
    expect(keys.length).toBeGreaterThan(1);
    expect(new Set(keys).size).toBe(1);
  }
});
