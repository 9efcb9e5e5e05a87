import { describe, expect, it, vi } from 'vitest';
import { drawingServer, isDrawn, json, NOTHING, type Answer } from './test-home.js';

describe('home pages with their first posts', () => {
  const scene = drawingServer();

  it('bring a member posts and answer, private and uncached', async () => {
    const { headers, text } = await scene.visit(await scene.start(), 'sf_access=ada');
    expect(headers['cache-control']).toBe('private, no-store');
    expect(headers['content-security-policy']).toContain("script-src 'self';");
    expect(text).toContain('<div id="drawn"><main>');
    expect(text).toContain('"of ada"');
    expect(text.indexOf('as="image"')).toBeLessThan(text.indexOf('/theme.js'));
    expect(text).toContain('<script type="module" fetchpriority="low"');
    const [, about = ''] = /name="drawn" content="([^"]*)"/.exec(text) ?? [];
    expect(about.replaceAll('&quot;', '"')).toBe(
      '{"reader":"ada","welcome":false,"seed":7,"lists":["",null,null]}',
    );
    expect(scene.draw.mock.calls[0]?.[0].instance).toEqual({ name: 'Tea & Co' });
  });

  it('are drawn by the lists of their reader, which the page’s head compares with those of the browser', async () => {
    const own = {
      blocks: [{ _id: 'eve' }, { _id: 'bob' }],
      muted: [{ word: '"tea"', until: null }],
      languages: ['de', 'en'],
    };
    scene.answers['/people/own'] = json({ success: true, data: { ...NOTHING, ...own } });
    const { text } = await scene.visit(await scene.start(), 'sf_access=ada');
    expect(scene.draw.mock.calls[0]?.[0].own).toEqual({ ...NOTHING, ...own });
    const [, about = ''] = /name="drawn" content="([^"]*)"/.exec(text) ?? [];
    expect(JSON.parse(about.replaceAll('&quot;', '"'))).toMatchObject({
      lists: ['bob,eve', JSON.stringify(own.muted), '["de","en"]'],
    });
  });

  it('bring the answers to the app’s own calls', async () => {
    const { text } = await scene.visit(await scene.start(), 'sf_access=ada');
    const given = [...text.matchAll(/id="answer-(\w+)">(.*?)<\/script>/gs)];
    expect(given.map(([, name, data = '']) => [name, JSON.parse(data) as unknown])).toEqual([
      ['session', { success: true, user: { _id: 'ada', userName: 'ada' } }],
      ['people', { success: true, data: NOTHING }],
      ['feed', { success: true, data: [{ _id: 'of ada' }], seed: 7 }],
    ]);
  });

  it('bring visitors the same posts for a minute, without their cookies', async () => {
    const origin = await scene.start({ publicBrowsing: true });
    const cookies: unknown[] = [];
    const feed = scene.answers['/posts/infinite'];
    scene.answers['/posts/infinite'] = (request, response) => {
      cookies.push(request.headers.cookie);
      feed?.(request, response);
    };
    const [first, second] = [await scene.visit(origin, 'other=1'), await scene.visit(origin)];
    expect(first.headers['cache-control']).toBe('no-cache');
    expect([isDrawn(first), second.text]).toEqual([true, first.text]);
    expect(cookies).toEqual([undefined]);
    // another kind of browser
    await scene.visit(origin, '', { 'accept-language': 'de' });
    expect(scene.draw).toHaveBeenCalledTimes(2);
    const later = Date.now() + 61_000;
    vi.spyOn(Date, 'now').mockReturnValue(later);
    await scene.visit(origin);
    expect(scene.draw).toHaveBeenCalledTimes(3);
  });

  it('never bring one reader the posts of another, however they arrive', async () => {
    const origin = await scene.start({ publicBrowsing: true });
    const feed = scene.answers['/posts/infinite'];
    const waiting: (() => void)[] = [];
    scene.answers['/posts/infinite'] = (request, response) => {
      waiting.unshift(() => feed?.(request, response));
      if (waiting.length === 3) for (const go of waiting) go();
    };
    const texts = await Promise.all(
      ['sf_access=ada', 'sf_access=bob', ''].map(async (cookie) => (await scene.visit(origin, cookie)).text),
    );
    expect(texts.map((text) => [...new Set(text.match(/of (?:ada|bob|undefined)/g))])).toEqual([
      ['of ada'],
      ['of bob'],
      ['of undefined'],
    ]);
  });

  it('hold data that no text of a post can end', async () => {
    const evil = '</script><script>alert(1)</script><!--';
    scene.answers['/posts/infinite'] = json({
      success: true,
      data: [{ title: evil, price: "$& $'" }],
      seed: 7,
    });
    scene.draw.mockReturnValue({ markup: "<main>$& $'</main>", preload: '' });
    const { text } = await scene.visit(await scene.start(), 'sf_access=ada');
    const [, data = ''] =
      /<script type="application\/json" id="answer-feed">(.*?)<\/script>/s.exec(text) ?? [];
    expect(JSON.parse(data)).toEqual({ success: true, data: [{ title: evil, price: "$& $'" }], seed: 7 });
    expect(text).toContain("<main>$& $'</main>");
    expect(text).not.toContain('alert(1)</script><!--');
  });

  it.each<[string, string, Answer]>([
    ['the session is over', '/auth/me', json({ success: false, code: 'SESSION_EXPIRED' }, {}, 401)],
    ['the account is suspended', '/auth/me', json({ success: false, code: 'SUSPENDED' }, {}, 403)],
    [
      'the API renews a cookie',
      '/auth/me',
      json({ success: true, user: { _id: 'a' } }, { 'set-cookie': 'a=1' }),
    ],
    [
      'the session must be renewed',
      '/posts/infinite',
      json({ success: true, data: [] }, { 'x-session': 'expired' }),
    ],
    ['the answer names nobody', '/auth/me', json({ success: true })],
    ['the API is overloaded', '/posts/infinite', json({ success: false }, {}, 503)],
    ['the API reports a failure', '/posts/infinite', json({ success: false })],
    ['the answer is no JSON', '/posts/infinite', (_request, response) => response.end('<html>')],
    [
      'the answer is broken',
      '/posts/infinite',
      (_request, response) => response.setHeader('content-type', 'application/json').end('{'),
    ],
    ['the answer is huge', '/posts/infinite', json({ success: true, data: ['x'.repeat(500_000)] })],
    [
      'the answer is cut off',
      '/posts/infinite',
      (_request, response) =>
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '999' }).destroy(),
    ],
    ['the lists are unknown', '/people/own', json({ success: true })],
    ['the API makes no page', '/page', (_request, response) => response.writeHead(503).end()],
    [
      'the page is another',
      '/page',
      (_request, response) => response.setHeader('content-type', 'text/html').end('<title>Other</title>'),
    ],
  ])('are plain if %s', async (_why, path, answer) => {
    scene.answers[path] = answer;
    const plain = await scene.visit(await scene.start(), 'sf_access=ada');
    expect(plain.status).toBe(200);
    expect(plain.text).toContain('<title>Plain</title>');
    expect(plain.headers['cache-control']).toBe('no-cache');
  });

  it('are plain if nothing can be drawn, or drawing fails', async () => {
    const origin = await scene.start();
    scene.draw.mockReturnValueOnce(null);
    expect(isDrawn(await scene.visit(origin, 'sf_access=ada'))).toBe(false);
    scene.draw.mockImplementationOnce(() => {
      throw new Error('no such part');
    });
    expect(isDrawn(await scene.visit(origin, 'sf_access=ada'))).toBe(false);
    expect(isDrawn(await scene.visit(origin, 'sf_access=ada'))).toBe(true);
  });

  it('are plain if the API takes longer than 1.5 s', async () => {
    scene.answers['/posts/infinite'] = () => undefined;
    const begun = performance.now();
    expect(isDrawn(await scene.visit(await scene.start(), 'sf_access=ada'))).toBe(false);
    expect(performance.now() - begun).toBeGreaterThan(1400);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['a stranger', '', {}, '/home'],
    ['an expired session', 'sf_session_hint=1', {}, '/home'],
    ['the service worker’s copy', 'sf_access=ada', { 'sec-fetch-mode': 'cors' }, '/'],
    ['data saver', 'sf_access=ada', { 'save-data': 'on' }, '/home'],
    ['a browser that hides posts', 'sf_access=ada; sf_plain=1', {}, '/home'],
    ['a reload', 'sf_access=ada', { 'cache-control': 'max-age=0' }, '/home'],
    ['a shared shuffle', 'sf_access=ada', {}, '/home?seed=5'],
    ['another way to read', 'sf_access=ada', {}, '/?way=newest'],
    ['another page', 'sf_access=ada', {}, '/homes'],
  ])('are plain for %s, and the API is not asked for posts', async (_who, cookie, headers, path) => {
    expect(isDrawn(await scene.visit(await scene.start(), cookie, headers, path))).toBe(false);
    expect(scene.asked).not.toContain('/posts/infinite');
  });

  it('are plain for a browser with a session to renew, also where visitors may read', async () => {
    expect(isDrawn(await scene.visit(await scene.start({ publicBrowsing: true }), 'sf_refresh=x'))).toBe(
      false,
    );
  });
});
