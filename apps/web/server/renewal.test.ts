import { once } from 'node:events';
import { get } from 'node:http';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { drawingServer, isDrawn, json, type Answer } from './test-home.js';

const OVER = json({ success: false, code: 'AUTHENTICATION_REQUIRED' }, {}, 401);
const COOKIES = ['sf_access=ada; Path=/; HttpOnly', 'sf_refresh=second; Path=/; HttpOnly'];
const CLEARED = ['sf_access=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT', 'sf_refresh=; Path=/'];

describe('a visit with an access token that is over', () => {
  const scene = drawingServer();
  const given: (string | undefined)[] = [];
  afterEach(() => void vi.useRealTimers());

  /** An API that knows the session `ada`, which `sf_refresh=first` renews. */
  const begin = (refresh: Answer = json({ success: true }, { 'set-cookie': COOKIES })) => {
    given.length = 0;
    const { '/auth/me': me, '/posts/infinite': feed } = scene.answers;
    const known =
      (answer: Answer | undefined, otherwise: Answer): Answer =>
      (request, response) =>
        (request.headers.cookie?.includes('sf_access=ada') ? (answer ?? otherwise) : otherwise)(
          request,
          response,
        );
    Object.assign(scene.answers, {
      '/auth/me': known(me, OVER),
      '/posts/infinite': known(feed, json({ success: true, data: [] }, { 'x-session': 'expired' })),
      '/auth/refresh': ((request, response) => {
        given.push(request.headers.cookie);
        expect(request.method).toBe('POST');
        refresh(request, response);
      }) satisfies Answer,
    });
    return scene.start();
  };
  const refreshes = () => scene.asked.filter((path) => path === '/auth/refresh').length;

  it.each([
    ['is not there', 'sf_refresh=first; other=1', 'sf_refresh=first; other=1'],
    ['has expired', 'sf_access=old; sf_refresh=first', 'sf_access=old; sf_refresh=first'],
  ])('brings the posts of its reader if the token %s, with the new cookies', async (_how, cookie, sent) => {
    const page = await scene.visit(await begin(), cookie);
    expect(page.text).toContain('"of ada"');
    expect(page.headers['set-cookie']).toEqual(COOKIES);
    expect(page.headers['cache-control']).toBe('private, no-store');
    expect(given).toEqual([sent]);
  });

  it('renews no session whose token counts', async () => {
    const page = await scene.visit(await begin(), 'sf_access=ada; sf_refresh=first');
    expect([isDrawn(page), page.headers['set-cookie'], refreshes()]).toEqual([true, undefined, 0]);
  });

  it.each<[string, string, Answer]>([
    ['the posts fail', '/posts/infinite', json({ success: false }, {}, 503)],
    ['the posts come late', '/posts/infinite', () => undefined],
    ['the new session is refused', '/auth/me', OVER],
  ])(
    'keeps the new cookies if %s, in a plain page that no cache keeps [B43-2]',
    async (_why, path, answer) => {
      const origin = await begin();
      scene.answers[path] = answer;
      const page = await scene.visit(origin, 'sf_refresh=first', { 'if-none-match': '*' });
      expect(page).toMatchObject({ status: 200, headers: { 'cache-control': 'private, no-store' } });
      expect(page.text).toContain('<title>Plain</title>');
      expect(page.headers['set-cookie']).toEqual(COOKIES);
    },
  );

  it('keeps the new cookies if nothing can be drawn, also where the API made the page', async () => {
    const origin = await begin();
    scene.draw.mockReturnValue(null);
    const page = await scene.visit(origin, 'sf_refresh=first', {}, '/');
    expect(page.text).toContain('<title>Feed</title>');
    expect(page.headers).toMatchObject({ 'set-cookie': COOKIES, 'cache-control': 'private, no-store' });
  });

  /** Visits while the renewal waits, and lets the web server's clock run so long before `then`. */
  const visitSlowly = async (milliseconds: number, then: Answer) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const origin = await begin((request, response) => {
      vi.advanceTimersByTime(milliseconds);
      then(request, response);
    });
    return scene.visit(origin, 'sf_refresh=first');
  };

  it('waits for a renewal that comes after the posts would have been late', async () => {
    const page = await visitSlowly(4900, json({ success: true }, { 'set-cookie': COOKIES }));
    expect([isDrawn(page), page.headers['set-cookie']]).toEqual([false, COOKIES]);
  });

  it('is plain after 5 s without an answer', async () => {
    const page = await visitSlowly(5100, () => undefined);
    expect([isDrawn(page), page.status, page.headers['set-cookie']]).toEqual([false, 200, undefined]);
  });

  it('passes on that the API ended the session', async () => {
    const ended = json({ success: false, code: 'SESSION_EXPIRED' }, { 'set-cookie': CLEARED }, 401);
    const page = await scene.visit(await begin(ended), 'sf_access=old; sf_refresh=first');
    expect([isDrawn(page), page.headers['set-cookie']]).toEqual([false, CLEARED]);
  });

  it.each<[string, Answer]>([
    ['the API is overloaded', json({ success: false }, {}, 503)],
    ['the API closes the connection', (request) => request.socket.destroy()],
    ['another call has the new cookies', json({ success: true })],
  ])('is plain and changes no cookie if %s', async (_why, refresh) => {
    const page = await scene.visit(await begin(refresh), 'sf_refresh=first');
    expect([isDrawn(page), page.status, page.headers['set-cookie']]).toEqual([false, 200, undefined]);
    expect(page.headers['cache-control']).toBe('no-cache');
  });

  it.each<[string, string, Record<string, string>]>([
    ['a prefetch', 'sf_refresh=first', { 'sec-purpose': 'prefetch' }],
    ['a page rendered ahead', 'sf_refresh=first', { 'sec-purpose': 'prefetch;prerender' }],
    ['a prefetch of older browsers', 'sf_access=old; sf_refresh=first', { purpose: 'prefetch' }],
    ['two sessions at once', 'sf_refresh=first; sf_refresh=planted', {}],
    ['two access tokens', 'sf_access=old; sf_refresh=first; sf_access=planted', {}],
    ['a browser that hides posts', 'sf_refresh=first; sf_plain=1', {}],
    ['a file', 'sf_refresh=first', { 'sec-fetch-mode': 'no-cors' }],
  ])('is left alone for %s [B43-2]', async (_who, cookie, headers) => {
    const page = await scene.visit(await begin(), cookie, headers);
    expect([isDrawn(page), page.headers['set-cookie'], refreshes()]).toEqual([false, undefined, 0]);
  });

  it('gives each of two tabs that open at once the cookies that the API sent for it', async () => {
    const origin = await begin();
    const pages = await Promise.all([0, 1].map(() => scene.visit(origin, 'sf_refresh=first')));
    expect(pages.map((page) => [isDrawn(page), page.headers['set-cookie']])).toEqual([
      [true, COOKIES],
      [true, COOKIES],
    ]);
  });

  it('ends without harm if the browser leaves meanwhile', async () => {
    const leave = new AbortController();
    const origin = await begin((request, response) => {
      leave.abort();
      json({ success: true }, { 'set-cookie': COOKIES })(request, response);
    });
    const headers = { 'sec-fetch-mode': 'navigate', cookie: 'sf_refresh=first' };
    const [error] = await once(get(`${origin}/home`, { headers, signal: leave.signal }), 'error');
    expect(error).toMatchObject({ name: 'AbortError' });
    expect(isDrawn(await scene.visit(origin, 'sf_refresh=first'))).toBe(true);
  });
});
