import { delay, http, HttpResponse } from 'msw';
import { describe, expect, it, vi } from 'vitest';
import { base, client, failureOf, id, post, postUrl } from '../testing/api-calls';
import { makeGate } from '../testing/serve';
import { server } from '../testing/server';

describe('an expired session', () => {
  it('is refreshed once for parallel calls, which are then repeated [A7.1-8]', async () => {
    let refreshes = 0;
    let valid = false;
    server.use(
      http.post(`${base}/auth/refresh`, async () => {
        refreshes += 1;
        await delay(5);
        valid = true;
        return HttpResponse.json({ success: true, sessionExpiry: '2026-02-02T00:00:00.000Z' });
      }),
      http.get(postUrl, () =>
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
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => api.call('getPost', { params: { id } })),
    );
    expect(answers.map((answer) => answer.data._id)).toEqual(Array(5).fill(id));
    expect(refreshes).toBe(1);
    expect(onRefreshed).toHaveBeenCalledExactlyOnceWith('2026-02-02T00:00:00.000Z');
  });

  it('is not refreshed again for a call whose 401 arrives after the refresh', async () => {
    const gate = makeGate();
    let refreshes = 0;
    const asked = new Map<string, number>();
    server.use(
      http.post(`${base}/auth/refresh`, () => {
        refreshes += 1;
        return HttpResponse.json({ success: true });
      }),
      http.get(`${base}/posts/:id`, async ({ params }) => {
        const of = String(params['id']);
        asked.set(of, (asked.get(of) ?? 0) + 1);
        if (asked.get(of) === 2) return HttpResponse.json({ success: true, data: post });
        if (of === 'late') await gate.passed;
        return HttpResponse.json({ message: 'Authentication required' }, { status: 401 });
      }),
    );
    const api = client();
    const late = api.call('getPost', { params: { id: 'late' } });
    await vi.waitFor(() => expect(asked.get('late')).toBe(1));
    await api.call('getPost', { params: { id } });
    gate.open();
    await late;
    expect(refreshes).toBe(1);
    expect(asked.get('late')).toBe(2);
  });

  it('survives a lost refresh response: the refresh is repeated while its token is still accepted', async () => {
    const soon = new AbortController();
    const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(soon.signal);
    const onLost = vi.fn();
    let refreshes = 0;
    server.use(
      http.post(`${base}/auth/refresh`, async () => {
        refreshes += 1;
        if (refreshes > 1) return HttpResponse.json({ success: true });
        soon.abort();
        return delay('infinite');
      }),
      http.get(postUrl, () =>
        refreshes > 1
          ? HttpResponse.json({ success: true, data: post })
          : HttpResponse.json({ message: 'Authentication required' }, { status: 401 }),
      ),
    );
    const api = client();
    api.setSessionHooks({ onLost });
    expect((await api.call('getPost', { params: { id } })).data._id).toBe(id);
    expect(clock.mock.calls[0]?.[0]).toBeLessThan(10_000);
    expect([refreshes, onLost.mock.calls.length]).toEqual([2, 0]);
  });

  it('is lost if the refresh is rejected, and the call fails with its own message', async () => {
    server.use(
      http.post(`${base}/auth/refresh`, () => HttpResponse.json({ message: 'No refresh' }, { status: 401 })),
      http.get(postUrl, () => HttpResponse.json({ message: 'Authentication required' }, { status: 401 })),
    );
    const api = client();
    const onLost = vi.fn();
    api.setSessionHooks({ onLost });
    expect((await failureOf(api.call('getPost', { params: { id } }))).message).toBe(
      'Authentication required',
    );
    expect(onLost).toHaveBeenCalledOnce();
  });

  it('is kept if the refresh does not reach the server', async () => {
    server.use(
      http.post(`${base}/auth/refresh`, () => HttpResponse.error()),
      http.get(postUrl, () => HttpResponse.json({ message: 'Authentication required' }, { status: 401 })),
    );
    const api = client({ isOnline: () => true });
    const onLost = vi.fn();
    api.setSessionHooks({ onLost });
    expect((await failureOf(api.call('getPost', { params: { id } }))).message).toBe(
      'Cannot connect to server...',
    );
    expect(onLost).not.toHaveBeenCalled();
  });

  it('is not refreshed after a rejected login', async () => {
    server.use(
      http.post(`${base}/auth/login`, () =>
        HttpResponse.json({ message: 'Invalid credentials' }, { status: 401 }),
      ),
    );
    const call = client().call('login', { body: { emailOrUsername: 'ada', password: 'secret1' } });
    expect((await failureOf(call)).message).toBe('Invalid credentials');
  });

  describe('that ended, while another begins by sign-in,', () => {
    const refusal = () => HttpResponse.json({ message: 'Authentication required' }, { status: 401 });
    const signIn = (api: ReturnType<typeof client>) =>
      api.call('login', { body: { emailOrUsername: 'ada', password: 'secret12' }, unchecked: true });
    const acceptSignIn = () =>
      server.use(http.post(`${base}/auth/login`, () => HttpResponse.json({ success: true })));

    it('has its refresh given up, whose late refusal would remove the new cookies', async () => {
      const gate = makeGate();
      const asked: string[] = [];
      let isGivenUp = false;
      acceptSignIn();
      server.use(
        http.post(`${base}/auth/refresh`, async ({ request }) => {
          asked.push('refresh');
          request.signal.addEventListener('abort', () => (isGivenUp = true));
          await gate.passed;
          return refusal();
        }),
        http.get(postUrl, refusal),
      );
      const api = client();
      const onLost = vi.fn();
      api.setSessionHooks({ onLost });
      const read = failureOf(api.call('getPost', { params: { id } }));
      await vi.waitFor(() => expect(asked).toEqual(['refresh']));
      await signIn(api);
      expect(isGivenUp).toBe(true);
      gate.open();
      await read;
      expect(onLost).not.toHaveBeenCalled();
    });

    it('does not end the new one by a late answer', async () => {
      const gate = makeGate();
      let asked = false;
      acceptSignIn();
      server.use(
        http.get(postUrl, async () => {
          asked = true;
          await gate.passed;
          return refusal();
        }),
      );
      const api = client();
      const onLost = vi.fn();
      api.setSessionHooks({ onLost });
      const read = failureOf(api.call('getPost', { params: { id }, refresh: false }));
      await vi.waitFor(() => expect(asked).toBe(true));
      await signIn(api);
      gate.open();
      expect((await read).status).toBe(401);
      expect(onLost).not.toHaveBeenCalled();
    });
  });
});
