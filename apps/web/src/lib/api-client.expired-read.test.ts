import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { base, client } from '../testing/api-calls';
import { idOf, makeServerPost } from '../testing/make-post';
import { makeGate } from '../testing/serve';
import { server } from '../testing/server';

const expired = { headers: { 'X-Session': 'expired' } };
const read = { params: { id: idOf(1) } };
let signedIn = false;
let reads = 0;
let refreshes = 0;
const answerRefresh = (status: number, gate?: Promise<void>) =>
  server.use(
    http.post(`${base}/auth/refresh`, async () => {
      refreshes += 1;
      await gate;
      signedIn = status === 200;
      return HttpResponse.json(signedIn ? { success: true } : { message: 'No' }, { status });
    }),
  );
/** Mimics the API: open to visitors, with the hint while only the refresh cookie is set. */
const serveRead = () =>
  server.use(
    http.get(`${base}/posts/:id`, () => {
      reads += 1;
      const userInteraction = { liked: signedIn, disliked: false, saved: false, viewed: false };
      return HttpResponse.json(
        { success: true, data: makeServerPost({ userInteraction }) },
        signedIn ? {} : expired,
      );
    }),
  );

beforeEach(() => {
  signedIn = false;
  reads = 0;
  refreshes = 0;
  serveRead();
});

describe('a read that the server answered as for a visitor', () => {
  it('is repeated once after a refresh, which parallel reads share', async () => {
    const gate = makeGate();
    answerRefresh(200, gate.passed);
    const api = client();
    const calls = [api.call('getPost', read), api.call('getPost', read), api.call('getPost', read)];
    await vi.waitFor(() => expect(reads).toBe(3));
    gate.open();
    const answers = await Promise.all(calls);
    expect(answers.map(({ data }) => data.userInteraction.liked)).toEqual([true, true, true]);
    expect([refreshes, reads]).toEqual([1, 6]);
  });

  it('keeps its response and reports the loss if the refresh is rejected', async () => {
    answerRefresh(401);
    const onLost = vi.fn();
    const api = client();
    api.setSessionHooks({ onLost });
    expect((await api.call('getPost', read)).data.userInteraction.liked).toBe(false);
    expect(onLost).toHaveBeenCalledOnce();
    expect([refreshes, reads]).toEqual([1, 1]);
  });

  it.each([429, 503])('keeps its response and the session if the refresh fails with %i', async (status) => {
    answerRefresh(status);
    const onLost = vi.fn();
    const api = client();
    api.setSessionHooks({ onLost });
    expect((await api.call('getPost', read)).data.userInteraction.liked).toBe(false);
    expect(onLost).not.toHaveBeenCalled();
  });

  it('is repeated at most once', async () => {
    server.use(http.post(`${base}/auth/refresh`, () => HttpResponse.json({ success: true })));
    const api = client();
    expect((await api.call('getPost', read)).data.userInteraction.liked).toBe(false);
    expect(reads).toBe(2);
  });

  it('is not repeated if refresh is false', async () => {
    const api = client();
    await api.call('getPost', { ...read, refresh: false });
    expect([refreshes, reads]).toEqual([0, 1]);
  });
});
