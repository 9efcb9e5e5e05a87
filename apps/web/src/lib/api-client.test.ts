import { getPost, login, refresh, toggleLike } from '@social-feed/contracts';
import { delay, http, HttpResponse } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { server } from '../testing/server';
import { createApiClient, REFRESH } from './api-client';
import { ApiError } from './api-error';

const id = '65f0000000000000000000b1';
const post = {
  _id: id,
  title: 'Bread',
  description: '',
  images: [],
  videos: [],
  media: [],
  tags: [],
  location: '',
  createdAt: '2026-01-02T03:04:05.000Z',
  editedAt: null,
  views: 0,
  likes: 0,
  commentsCount: 0,
  reactions: { likes: 0, dislikes: 0, shares: 0, saves: 0 },
  userInteraction: { liked: false, disliked: false, saved: false, viewed: false },
  isPinned: false,
  isBookmarked: false,
  user: { _id: id, userName: 'ada', fullName: 'Ada', profilepic: '', isFollowing: false },
};
const base = 'http://localhost:3000/api';
const client = (change: Parameters<typeof createApiClient>[0] = {}) =>
  createApiClient({ baseUrl: base, ...change });
const url = `${base}/posts/${id}`;
const failureOf = async (call: Promise<unknown>): Promise<ApiError> => {
  const error: unknown = await call.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
};

afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  it('carries cookies, JSON, the stored token and the idempotency key', async () => {
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
    await client().call(toggleLike, { params: { id }, idempotencyKey: 'key-1' });
    expect(seen[0]?.credentials).toBe('include');
    expect(seen[0]?.headers.get('authorization')).toBe('Bearer personal-token');
    expect(seen[0]?.headers.get('idempotency-key')).toBe('key-1');
    // no body is no type: the server refuses other types on its JSON routes
    expect(seen[0]?.headers.get('content-type')).toBeNull();
  });

  it('leaves empty and null query values out and sends 0 and false', async () => {
    let search = '';
    server.use(
      http.get(url, ({ request }) => {
        search = new URL(request.url).search;
        return HttpResponse.json({ success: true, data: post });
      }),
    );
    await client().call(getPost, { params: { id }, query: { a: '', b: null, c: undefined, d: 0, e: false } });
    expect(search).toBe('?d=0&e=false');
  });

  it('drops keys that the contract does not know and refuses an answer that breaks it', async () => {
    server.use(http.get(url, () => HttpResponse.json({ success: true, data: { ...post, surprise: 1 } })));
    expect((await client().call(getPost, { params: { id } })).data).toEqual(post);
    server.use(http.get(url, () => HttpResponse.json({ success: true, data: { ...post, views: 'many' } })));
    const error = await failureOf(client().call(getPost, { params: { id } }));
    expect(error).toMatchObject({ code: 'MALFORMED_ANSWER', message: 'Invalid response format' });
  });

  it('refuses to call without a path parameter', async () => {
    await expect(client().call(getPost)).rejects.toThrow('Missing path parameter id');
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
  ])('of posts with status %i and nothing said reads "%s"', async (status, message) => {
    server.use(http.get(url, () => HttpResponse.json({}, { status })));
    const error = await failureOf(client().call(getPost, { params: { id }, refresh: false }));
    expect(error).toMatchObject({ status, message });
  });

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
  ])('of accounts with status %i reads "%s"', async (status, message) => {
    server.use(http.post(`${base}/auth/login`, () => HttpResponse.json({}, { status })));
    const call = client().call(login, { body: { emailOrUsername: 'ada', password: 'secret1' } });
    expect(await failureOf(call)).toMatchObject({ status, message });
  });

  it.each([
    [{ message: 'A', error: 'B', code: 'C' }, 'A'],
    [{ message: ' ', error: 'B', code: 'C' }, 'B'],
    [{ code: 'C' }, 'C'],
  ])('takes %j as "%s"', async (body, message) => {
    server.use(http.get(url, () => HttpResponse.json(body, { status: 400 })));
    expect((await failureOf(client().call(getPost, { params: { id } }))).message).toBe(message);
  });

  it('names fields', async () => {
    const errors = [{ path: 'title', message: 'Too long' }, { path: 3 }];
    server.use(http.get(url, () => HttpResponse.json({ message: 'No', errors }, { status: 400 })));
    const error = await failureOf(client().call(getPost, { params: { id } }));
    expect(error.errors).toEqual([{ path: 'title', message: 'Too long' }]);
  });

  it.each([502, 200])('without JSON reads "Server returned %i..."', async (status) => {
    server.use(http.get(url, () => new HttpResponse('<html>', { status })));
    const error = await failureOf(client().call(getPost, { params: { id } }));
    expect(error).toMatchObject({ message: `Server returned ${status}...`, bodyText: '<html>' });
  });

  it('says whether the server or the network is away', async () => {
    server.use(http.get(url, () => HttpResponse.error()));
    const online = await failureOf(client({ isOnline: () => true }).call(getPost, { params: { id } }));
    expect(online.message).toBe('Cannot connect to server...');
    const offline = await failureOf(client({ isOnline: () => false }).call(getPost, { params: { id } }));
    expect(offline.message).toBe('Network error. Please check your connection');
    expect(offline.isNetwork).toBe(true);
  });

  it('gives up after 15 seconds', async () => {
    vi.useFakeTimers();
    const never = (_input: unknown, init?: RequestInit) =>
      new Promise<Response>((_resolve, reject) => {
        init?.signal?.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')));
      });
    const failed = failureOf(client({ fetch: never }).call(getPost, { params: { id } }));
    await vi.advanceTimersByTimeAsync(15_000);
    expect(await failed).toMatchObject({
      code: 'TIMEOUT',
      message: 'Request timeout - server may be slow or down',
    });
  });

  it('ends as an AbortError when its caller gave it up', async () => {
    server.use(
      http.get(url, async () => {
        await delay('infinite');
        return new HttpResponse();
      }),
    );
    const aborter = new AbortController();
    const call = client().call(getPost, { params: { id }, signal: aborter.signal });
    aborter.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an expired session', () => {
  it('refreshes at the address of the contract', () => {
    expect(REFRESH).toEqual({ method: refresh.method, path: refresh.path });
  });

  it('is refreshed once for parallel calls, which are then repeated', async () => {
    let refreshes = 0;
    let valid = false;
    server.use(
      http.post(`${base}/auth/refresh`, async () => {
        refreshes += 1;
        await delay(5);
        valid = true;
        return HttpResponse.json({ success: true, sessionExpiry: '2026-02-02T00:00:00.000Z' });
      }),
      http.get(url, () =>
        valid
          ? HttpResponse.json({ success: true, data: post })
          : HttpResponse.json(
              { message: 'Authentication required', code: 'SESSION_EXPIRED' },
              { status: 401 },
            ),
      ),
    );
    const api = client();
    const onRefreshed = vi.fn();
    api.setSessionHooks({ onRefreshed });
    const answers = await Promise.all(Array.from({ length: 5 }, () => api.call(getPost, { params: { id } })));
    expect(answers.map((answer) => answer.data._id)).toEqual(Array(5).fill(id));
    expect(refreshes).toBe(1);
    expect(onRefreshed).toHaveBeenCalledExactlyOnceWith('2026-02-02T00:00:00.000Z');
  });

  it('is lost when the refresh is refused, and says what the call was told', async () => {
    server.use(
      http.post(`${base}/auth/refresh`, () => HttpResponse.json({ message: 'No refresh' }, { status: 401 })),
      http.get(url, () => HttpResponse.json({ message: 'Authentication required' }, { status: 401 })),
    );
    const api = client();
    const onLost = vi.fn();
    api.setSessionHooks({ onLost });
    expect((await failureOf(api.call(getPost, { params: { id } }))).message).toBe('Authentication required');
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('is kept when the refresh does not reach the server', async () => {
    server.use(
      http.post(`${base}/auth/refresh`, () => HttpResponse.error()),
      http.get(url, () => HttpResponse.json({ message: 'Authentication required' }, { status: 401 })),
    );
    const api = client({ isOnline: () => true });
    const onLost = vi.fn();
    api.setSessionHooks({ onLost });
    expect((await failureOf(api.call(getPost, { params: { id } }))).message).toBe(
      'Cannot connect to server...',
    );
    expect(onLost).not.toHaveBeenCalled();
  });

  it('is not sought behind a refused sign-in', async () => {
    server.use(
      http.post(`${base}/auth/login`, () =>
        HttpResponse.json({ message: 'Invalid credentials' }, { status: 401 }),
      ),
    );
    const call = client().call(login, { body: { emailOrUsername: 'ada', password: 'secret1' } });
    expect((await failureOf(call)).message).toBe('Invalid credentials');
  });
});
