import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aboutOf, drawingServer, givenBy, isDrawn, json, NOTHING, type Answer } from './test-home.js';

const ID = '0123456789abcdef01234567';
const SHARED = 'AAAAAAAAAAAAAAAAAAAAAA';
const TODAY = new Date().toISOString().slice(0, 10);
const BOARD = `/boards/user/${ID}`;
const OF_USER = `/posts/user/${ID}`;

/** Pages with their calls, and what the page's head learns beyond reader and address. */
const LISTS: { page: string; calls: Record<string, string | undefined>; tells?: object }[] = [
  { page: '/today', calls: { '/posts/today': undefined }, tells: { day: '2026-11-26' } },
  {
    page: '/today?date=2026-11-20&from=mail',
    calls: { '/posts/today': 'date=2026-11-20' },
    tells: { day: '2026-11-26' },
  },
  {
    page: '/ada_l',
    calls: { '/users/username/ada_l': undefined, [BOARD]: undefined, [OF_USER]: 'page=1&limit=12' },
  },
  {
    page: '/search?q=%23tea',
    calls: { '/posts': 'tag=tea&limit=10&sortBy=createdAt', '/search/tags': 'q=tea&limit=20' },
  },
  { page: '/search?q=%23caf%C3%A9&in=posts', calls: { '/posts': 'tag=caf%C3%A9&limit=10&sortBy=createdAt' } },
  { page: `/c/${SHARED}`, calls: { [`/collections/${SHARED}`]: 'limit=12' } },
];

describe.each(LISTS)('$page', ({ page, calls, tells = {} }) => {
  const scene = drawingServer();
  const visit = (origin: string, cookie = '') => scene.visit(origin, cookie, {}, page);
  const paths = Object.keys(calls);
  const addresses = Object.entries(calls).map(([path, query]) =>
    query === undefined ? path : `${path}?${query}`,
  );

  beforeEach(() => {
    for (const path of paths)
      scene.answers[path] = (request, response) => {
        const reader = /sf_access=(\w+)/.exec(request.headers.cookie ?? '')?.[1] ?? 'visitor';
        const data = path.startsWith('/users/') ? { _id: ID, for: reader } : [{ for: reader }];
        json({ success: true, data, date: '2026-11-26' })(request, response);
      };
  });

  it('arrives with its posts for a member, private, by the lists of that member [B43-5]', async () => {
    const own = {
      ...NOTHING,
      blocks: [{ _id: 'eve' }],
      muted: [{ word: 'tea', until: null }],
      languages: ['de'],
    };
    scene.answers['/people/own'] = ({ headers }, response) =>
      json({ success: true, data: /sf_access=ada/.test(headers.cookie ?? '') ? own : NOTHING })(
        { headers } as never,
        response,
      );
    const origin = await scene.start({ publicBrowsing: true });
    const got = await visit(origin, 'sf_access=ada');
    expect(got.headers['cache-control']).toBe('private, no-store');
    expect(got.headers['content-security-policy']).toContain("script-src 'self';");
    expect(got.text).toContain('"for":"ada"');
    expect(scene.drawOther.mock.calls[0]?.[0].own).toEqual(own);
    expect(aboutOf(got)).toEqual({
      ...{ reader: 'ada', at: page, ...tells },
      lists: ['eve', JSON.stringify(own.muted), '["de"]'],
    });
    expect(givenBy(got).sort()).toEqual([...addresses, 'people', 'session'].sort());
    for (const [path, query] of Object.entries(calls)) expect(scene.queries[path]).toBe(query);
    const others = await visit(origin, 'sf_access=bob');
    expect(aboutOf(others)).toMatchObject({ reader: 'bob', lists: ['', null, null] });
    expect(others.text).not.toContain('ada"');
  });

  it('is shared by visitors for a minute, without a member’s posts, where reading is public', async () => {
    const origin = await scene.start({ publicBrowsing: true });
    const [member, first, second] = [
      await visit(origin, 'sf_access=ada'),
      await visit(origin, 'other=1'),
      await visit(origin),
    ];
    expect(member.text).toContain('"for":"ada"');
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.text).toContain('"for":"visitor"');
    expect(first.text).not.toContain('"for":"ada"');
    expect(second.text).toBe(first.text);
    expect(aboutOf(first)).toEqual({
      reader: null,
      at: page,

      ...tells,
      lists: ['', null, null],
    });
    expect(givenBy(first).sort()).toEqual(addresses.toSorted());
    expect(scene.drawOther).toHaveBeenCalledTimes(2);
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    await visit(origin);
    expect(scene.drawOther).toHaveBeenCalledTimes(3);
  });

  it('is plain for visitors where reading is for members', async () => {
    expect(isDrawn(await visit(await scene.start()))).toBe(false);
    expect(scene.asked.filter((path) => paths.includes(path))).toEqual([]);
  });

  it.each<[string, Answer]>([
    ['is not there', json({ success: false, code: 'NOT_FOUND' }, {}, 404)],
    ['is refused', json({ success: false, code: 'FORBIDDEN' }, {}, 403)],
    ['fails', json({ success: false }, {}, 500)],
    ['is no JSON', (_request, response) => response.end('<html>')],
  ])('is plain if an answer %s, whichever', async (_what, answer) => {
    const origin = await scene.start({ publicBrowsing: true });
    for (const path of paths) {
      const before = scene.answers[path];
      scene.answers[path] = answer;
      for (const cookie of ['', 'sf_access=ada']) {
        const plain = await visit(origin, cookie);
        expect([plain.status, isDrawn(plain)]).toEqual([200, false]);
        expect(plain.text).toContain('<title>Feed</title>');
      }
      if (before) scene.answers[path] = before;
    }
  });

  it('is plain if the API takes longer than 1.5 s in all', async () => {
    const last = paths.at(-1) ?? '';
    scene.answers[last] = () => undefined;
    const begun = performance.now();
    expect(isDrawn(await visit(await scene.start(), 'sf_access=ada'))).toBe(false);
    expect(performance.now() - begun).toBeGreaterThan(1400);
  });

  it('is plain if there is nothing to draw', async () => {
    scene.drawOther.mockReturnValue(null);
    expect(isDrawn(await visit(await scene.start(), 'sf_access=ada'))).toBe(false);
  });
});

describe('pages at other addresses', () => {
  const scene = drawingServer();

  it.each([
    '/ada_l?seed=5',
    '/ada_l/media',
    '/ada_l/about',
    '/ada_l/followers',
    '/collections',
    '/notifications',
    '/search',
    '/search?q=tea',
    '/search?q=%23',
    '/search?q=%23two%20words',
    '/search?q=%23tea&in=people',
    '/search?q=%23tea&in=tags',
    '/search?q=%23tea&in=posts&seed=5',
    `/c/${SHARED}?seed=5`,
    `/c/${SHARED}A`,
    '/c/short',
    '/today/posts/more',
  ])('%s arrives as before, and the API is not asked for posts', async (page) => {
    expect(isDrawn(await scene.visit(await scene.start(), 'sf_access=ada', {}, page))).toBe(false);
    expect(scene.asked.filter((path) => path !== '/page')).toEqual([]);
  });

  it('asks for the current hand at an address that names its day', async () => {
    scene.answers['/posts/today'] = json({ success: true, data: [], date: TODAY });
    const got = await scene.visit(await scene.start(), 'sf_access=ada', {}, `/today?date=${TODAY}`);
    expect(givenBy(got)).toContain('/posts/today');
  });

  it('leaves a user without an id to the app', async () => {
    scene.answers['/users/username/ada_l'] = json({ success: true, data: { _id: 'x/../y' } });
    expect(isDrawn(await scene.visit(await scene.start(), 'sf_access=ada', {}, '/ada_l'))).toBe(false);
    expect(scene.asked.filter((path) => path.startsWith('/posts'))).toEqual([]);
  });
});
