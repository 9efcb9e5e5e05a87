import { delay, http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getFeedPage } from '../features/reading/feed/get-feed-page';
import { fetchSession } from '../features/identity/session/api/read-session';
import { makeServerPost } from '../testing/make-post';
import { recordCalls } from '../testing/record-calls';
import { server } from '../testing/server';
import { testUser } from '../testing/users';
import { client, failureOf } from '../testing/api-calls';
import { takeEarly, type EarlyFeed } from './early';

const feedOf = (title: string) => ({ success: true, data: [makeServerPost({ title })], seed: 5 });
const json = (body: object, init?: ResponseInit) => new Response(JSON.stringify(body), init);
const early = (change: Partial<EarlyFeed> = {}): EarlyFeed => ({
  reader: 'ada',
  seed: 5,
  answer: Promise.resolve(json(feedOf('Early'))),
  abort: () => undefined,
  ...change,
});
const { signal } = new AbortController();
const read = async (reader: string | null = 'ada', seed = 5) => {
  const page = await getFeedPage({ page: 1, seed, reader, signal });
  return page.data[0]?.title;
};

// the page loaded a second ago
beforeEach(() => vi.spyOn(performance, 'now').mockReturnValue(1000));
afterEach(() => {
  delete window.earlyCalls;
});

describe('an early response', () => {
  it('is used instead of a call, once', async () => {
    const calls = recordCalls(feedOf('Own'));
    window.earlyCalls = { feed: early() };
    expect(await read()).toBe('Early');
    expect(calls).toEqual([]);
    expect(await read()).toBe('Own');
    expect(calls).toHaveLength(1);
  });

  it('returns the signed-in user', async () => {
    const calls = recordCalls({});
    const { answer, abort } = early({ answer: Promise.resolve(json({ success: true, user: testUser() })) });
    window.earlyCalls = { session: { answer, abort } };
    expect((await fetchSession()).user?.userName).toBe('ada');
    expect(calls).toEqual([]);
  });

  it.each([
    ['for somebody else', () => early(), null, 5],
    ['in another order', () => early(), 'ada', 6],
    ['that the head left to the app', () => early({ answer: Promise.resolve(undefined) }), 'ada', 5],
    [
      'that failed on the way',
      () => early({ answer: Promise.reject(new TypeError('Failed to fetch')) }),
      'ada',
      5,
    ],
  ])('%s is not used: the app sends its own call', async (_which, made, reader, seed) => {
    recordCalls(feedOf('Own'));
    window.earlyCalls = { feed: made() };
    expect(await read(reader, seed)).toBe('Own');
  });

  it('is not used if it is older than the timeout', () => {
    window.earlyCalls = { feed: early() };
    vi.spyOn(performance, 'now').mockReturnValue(15_000);
    expect(takeEarly('feed')).toBeUndefined();
  });

  it('with an error status counts as a failure, without a second call', async () => {
    const calls = recordCalls(feedOf('Own'));
    window.earlyCalls = { feed: early({ answer: Promise.resolve(json({}, { status: 500 })) }) };
    await expect(read()).rejects.toMatchObject({ status: 500, message: 'HTTP 500: {}' });
    expect(calls).toEqual([]);
  });

  it('for a visitor, because the session needs a refresh, is fetched again after the refresh', async () => {
    const lines: string[] = [];
    server.use(
      http.post('*/api/auth/refresh', () => {
        lines.push('refresh');
        return HttpResponse.json({ success: true });
      }),
      http.get('*/api/posts/infinite', () => {
        lines.push('feed');
        return HttpResponse.json(feedOf('Own'));
      }),
    );
    const headers = { 'X-Session': 'expired' };
    window.earlyCalls = { feed: early({ answer: Promise.resolve(json(feedOf('Early'), { headers })) }) };
    expect(await read()).toBe('Own');
    expect(lines).toEqual(['refresh', 'feed']);
  });

  it('that never arrives ends on timeout and on abort', async () => {
    server.use(http.get('*/api/slow', () => delay('infinite')));
    const never = () => {
      const given = new AbortController();
      const answer = new Promise<undefined>((_resolve, reject) => {
        given.signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      });
      return { answer, abort: () => given.abort() };
    };
    const late = await failureOf(client({ timeoutMs: 10 }).call('me', { early: never() }));
    expect(late.code).toBe('TIMEOUT');
    const wish = new AbortController();
    const given = client().call('me', { early: never(), signal: wish.signal });
    wish.abort();
    await expect(given).rejects.toMatchObject({ name: 'AbortError' });
  });
});
