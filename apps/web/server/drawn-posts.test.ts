import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aboutOf, drawingServer, givenBy, isDrawn, json } from './test-home.js';

const ID = '0123456789abcdef01234567';
const OTHER = `f${ID.slice(1)}`;

describe('pages of posts', () => {
  const scene = drawingServer();
  const visit = (origin: string, cookie = '', path = `/p/${ID}`) => scene.visit(origin, cookie, {}, path);

  beforeEach(() => {
    for (const id of [ID, OTHER])
      scene.answers[`/posts/${id}`] = ({ headers }, response) => {
        const reader = /sf_access=(\w+)/.exec(headers.cookie ?? '')?.[1] ?? 'visitor';
        json({ success: true, data: { _id: id, title: `for ${reader}` } })({ headers } as never, response);
      };
  });

  it('arrive with the post for a member, private, from the page of their address [B43-4]', async () => {
    const asked: (string | undefined)[] = [];
    const page = scene.answers['/page'];
    scene.answers['/page'] = (request, response) => {
      asked.push(request.url);
      page?.(request, response);
    };
    const got = await visit(await scene.start(), 'sf_access=ada', `/p/${ID}?comment=1`);
    expect(got.headers['cache-control']).toBe('private, no-store');
    expect(got.text).toContain('<div id="drawn"><main>');
    expect(got.text).toContain('for ada');
    expect(aboutOf(got)).toEqual({ reader: 'ada', at: `/p/${ID}?comment=1` });
    expect(givenBy(got).sort()).toEqual([`/posts/${ID}`, 'session']);
    expect(asked).toEqual([`/page?address=${encodeURIComponent(`/p/${ID}?comment=1`)}`]);
    expect(scene.asked).not.toContain('/posts/infinite');
  });

  it('are shared by visitors for a minute, each post for itself', async () => {
    const origin = await scene.start({ publicBrowsing: true });
    const first = await visit(origin, 'other=1');
    expect(first.headers['cache-control']).toBe('no-cache');
    expect(first.text).toContain('for visitor');
    expect((await visit(origin)).text).toBe(first.text);
    expect(scene.drawOther).toHaveBeenCalledOnce();
    expect(aboutOf(await visit(origin, '', `/p/${OTHER}`))).toEqual({ reader: null, at: `/p/${OTHER}` });
    expect((await visit(origin, 'sf_access=ada')).text).toContain('for ada');
    // links in the markup may have the address of the visitor for whom it was drawn
    await visit(origin, '', `/p/${ID}?comment=1`);
    await visit(origin, '', `/p/${ID}?comment=2`);
    expect(scene.drawOther.mock.lastCall?.[0]).toMatchObject({ address: `/p/${ID}?comment=2` });
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 61_000);
    scene.answers[`/posts/${ID}`] = json({ success: false }, {}, 404);
    expect(isDrawn(await visit(origin))).toBe(false);
  });

  it('are as before if the reader may not see the post, or there is nothing to draw', async () => {
    const origin = await scene.start({ publicBrowsing: true });
    scene.answers[`/posts/${ID}`] = json({ success: false }, {}, 404);
    const missing = await visit(origin);
    expect([missing.status, isDrawn(missing)]).toEqual([200, false]);
    expect(missing.text).toContain('<title>Feed</title>');
    scene.drawOther.mockReturnValue(null);
    expect(isDrawn(await visit(origin, 'sf_access=ada', `/p/${OTHER}`))).toBe(false);
  });

  it.each([`/p/${ID.toUpperCase()}`, '/p/1', `/p/${ID}/photo`])('are as before at %s', async (path) => {
    expect(isDrawn(await visit(await scene.start(), 'sf_access=ada', path))).toBe(false);
    expect(scene.asked.filter((each) => each.startsWith('/posts/'))).toEqual([]);
  });
});
