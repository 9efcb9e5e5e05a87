import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { base, client, failureOf, id, post, postUrl } from '../testing/api-calls';
import { server } from '../testing/server';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe('a call', () => {
  it('sends cookies, JSON, the stored token and the idempotency key [F7-1 F7-2 A7.1-20 A7.1-21 A7-1]', async () => {
    localStorage.setItem('authToken', 'personal-token');
    const seen: Request[] = [];
    server.use(
      http.post(`${base}/post-interactions/${id}/like`, ({ request }) => {
        seen.push(request.clone());
        return HttpResponse.json({
          success: true,
          data: {
            reactions: post.reactions,
            userInteraction: post.userInteraction,
            isPinned: false,
            isBookmarked: false,
          },
        });
      }),
    );
    await client().call('toggleLike', { params: { id }, idempotencyKey: 'key-1' });
    expect(seen[0]?.credentials).toBe('include');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer personal-token');
    expect(seen[0]?.headers.get('idempotency-key')).toBe('key-1');
    // no Content-Type without a body: the server's JSON routes reject other types
    expect(seen[0]?.headers.get('content-type')).toBeNull();
  });

  it('omits empty and null query values, and sends 0 and false [F5-11]', async () => {
    let search = '';
    server.use(
      http.get(`${base}/posts/infinite-cursor`, ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.json({ success: true });
      }),
    );
    const query = { cursor: '', limit: null, isFirstLoad: undefined, seed: 0, unseen: false };
    await client().call('cursorFeed', { query, unchecked: true });
    expect(search).toBe('?seed=0&unseen=false');
  });

  it('drops, in development and tests, keys that are not in the contract, and rejects a response that violates it', async () => {
    server.use(http.get(postUrl, () => HttpResponse.json({ success: true, data: { ...post, surprise: 1 } })));
    expect((await client().call('getPost', { params: { id } })).data).toEqual(post);
    server.use(
      http.get(postUrl, () => HttpResponse.json({ success: true, data: { ...post, views: 'many' } })),
    );
    const error = await failureOf(client().call('getPost', { params: { id } }));
    expect(error).toMatchObject({ code: 'MALFORMED_ANSWER', message: 'Invalid response format' });
  });

  it('checks in production only that a response reports success, unless the caller accepts any', async () => {
    vi.stubEnv('PROD', true);
    const data = { ...post, views: 'many' };
    server.use(http.get(postUrl, () => HttpResponse.json({ success: true, data })));
    expect((await client().call('getPost', { params: { id } })).data).toEqual(data);
    for (const answer of [{ data }, { success: false }, [], null]) {
      server.use(http.get(postUrl, () => HttpResponse.json(answer)));
      const error = await failureOf(client().call('getPost', { params: { id } }));
      expect(error).toMatchObject({ code: 'MALFORMED_ANSWER', message: 'Invalid response format' });
      expect(await client().call('getPost', { params: { id }, unchecked: true })).toEqual(answer);
    }
  });

  it('throws if a path parameter is missing', async () => {
    for (const params of [{ id: '' }, {} as { id: string }])
      await expect(client().call('getPost', { params })).rejects.toThrow('without id');
  });
});

describe('a failed call', () => {
  it.each([
    [400, 'Invalid request data'],
    [401, 'Authentication required'],
    [403, 'Permission denied'],
    [404, 'Resource not found'],
    [409, 'Resource already exists'],
    [418, 'HTTP Error: 418'],
    [429, 'Too many requests. Please try again later'],
    [500, 'Server error. Please try again later'],
    [502, 'Server error. Please try again later'],
    [503, 'Server error. Please try again later'],
  ])(
    'for posts with status %i and no message reads "%s" [F8-6 F8-7 A8-32 A8-35]',
    async (status, message) => {
      server.use(http.get(postUrl, () => HttpResponse.json({}, { status })));
      const error = await failureOf(client().call('getPost', { params: { id }, refresh: false }));
      expect(error).toMatchObject({ status, message });
    },
  );

  it.each([
    [400, 'Invalid request data'],
    [401, 'Authentication required'],
    [403, 'Access denied'],
    [404, 'Resource not found'],
    [409, 'Resource already exists'],
    [418, 'An unexpected error occurred.'],
    [429, 'Too many requests. Please try again later'],
    [500, 'Server error. Please try again later'],
    [503, 'Service temporarily unavailable'],
  ])(
    'for accounts with status %i reads "%s" [F8-10 F8-11 F8-12 A8-31 A8-33 A8-34]',
    async (status, message) => {
      server.use(http.post(`${base}/auth/login`, () => HttpResponse.json({}, { status })));
      const call = client().call('login', { body: { emailOrUsername: 'ada', password: 'secret1' } });
      expect(await failureOf(call)).toMatchObject({ status, message });
    },
  );

  it.each([
    [{ message: 'A', error: 'B', code: 'C' }, 'A'],
    [{ message: ' ', error: 'B', code: 'C' }, 'B'],
    [{ code: 'C' }, 'C'],
  ])('with the body %j reads "%s" [F8-13 A8-37]', async (body, message) => {
    server.use(http.get(postUrl, () => HttpResponse.json(body, { status: 400 })));
    expect((await failureOf(client().call('getPost', { params: { id } }))).message).toBe(message);
  });

  it('lists field errors', async () => {
    const errors = [{ path: 'title', message: 'Too long' }, { path: 3 }];
    server.use(http.get(postUrl, () => HttpResponse.json({ message: 'No', errors }, { status: 400 })));
    const error = await failureOf(client().call('getPost', { params: { id } }));
    expect(error.errors).toEqual([{ path: 'title', message: 'Too long' }]);
  });

  it.each([502, 200])('without JSON reads "Server returned %i..." [F8-8 A8-36]', async (status) => {
    server.use(http.get(postUrl, () => new HttpResponse('<html>', { status })));
    const error = await failureOf(client().call('getPost', { params: { id } }));
    expect(error).toMatchObject({ message: `Server returned ${status}...`, bodyText: '<html>' });
  });

  it('distinguishes an unreachable server from an offline device [F8-5 A8-29 A8-30]', async () => {
    server.use(http.get(postUrl, () => HttpResponse.error()));
    const online = await failureOf(client({ isOnline: () => true }).call('getPost', { params: { id } }));
    expect(online.message).toBe('Cannot connect to server...');
    const offline = await failureOf(client({ isOnline: () => false }).call('getPost', { params: { id } }));
    expect(offline.message).toBe('Network error. Please check your connection');
    expect(offline.isNetwork).toBe(true);
  });

  it('times out after 15 seconds [F8-4 F9-41 A7-2 A7.1-21 A8-28 A9-9]', async () => {
    vi.useFakeTimers();
    const never = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    const failed = failureOf(client({ fetch: never }).call('getPost', { params: { id } }));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await failed).toMatchObject({
      code: 'TIMEOUT',
      message: 'Request timeout - server may be slow or down',
    });
  });

  it('rejects with an AbortError if the caller aborts it', async () => {
    server.use(
      http.get(postUrl, async () => {
        await delay('infinite');
        return new HttpResponse();
      }),
    );
    const aborter = new AbortController();
    const call = client().call('getPost', { params: { id }, signal: aborter.signal });
    aborter.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});
