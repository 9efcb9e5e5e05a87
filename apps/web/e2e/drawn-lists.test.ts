import type { Collection, Post } from '@social-feed/contracts';
import type { APIRequestContext } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { arriving, boxes, drawnBoxes } from './support/drawn.js';
import { callsEnded } from './support/page-report.js';
import { visiting } from './support/visits.js';

/** Whether pages draw a post. */
const isOpen = ({ sensitive, contentWarning }: Post) => !sensitive && !contentWarning;

const WINDOWS = [
  ['phone', { width: 390, height: 844 }],
  ['tablet', { width: 820, height: 1180 }],
  ['desktop', { width: 1440, height: 900 }],
] as const;

describe.skipIf(chromiumPath === undefined)('lists with their first posts in the page', () => {
  const web = inject('web');
  const visits = visiting();
  const arrive = arriving(visits);
  const pages = { today: '/today', profile: '', tag: '', collection: '' };

  beforeAll(async () => {
    const context = await visits.browser.newContext({ storageState: visits.member.state });
    const call = async <T>(path: string, data?: object, method = data ? 'POST' : 'GET') => {
      const options: Parameters<APIRequestContext['fetch']>[1] = { method, headers: { origin: web } };
      const answer = await context.request.fetch(`${web}/api${path}`, { ...options, ...(data && { data }) });
      expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
      return ((await answer.json()) as { data: T }).data;
    };
    const hand = (await call<Post[]>('/posts/today')).filter(isOpen);
    const first = async (path: string) => {
      const [post] = await call<Post[]>(path);
      return post && isOpen(post);
    };
    for (const { user, tags } of hand) {
      if (pages.profile === '' && (await first(`/posts/user/${user._id}?page=1&limit=12`)))
        pages.profile = `/${user.userName}`;
      for (const tag of tags.map(encodeURIComponent))
        if (pages.tag === '' && (await first(`/posts?tag=${tag}&limit=10&sortBy=createdAt`)))
          pages.tag = `/search?q=%23${tag}`;
    }
    const { _id } = await call<Collection>('/collections', { name: 'Long runs' });
    for (const { _id: post } of hand.slice(0, 4)) {
      await call(`/posts/${post}/bookmark`, {});
      await call(`/collections/${_id}/posts`, { post, action: 'add' });
    }
    const { shareId } = await call<Collection>(`/collections/${_id}`, { isShared: true }, 'PATCH');
    pages.collection = `/c/${shareId}`;
    await context.close();
  });

  describe.each(['profile', 'tag', 'collection'] as const)('%s', (name) => {
    it.each(WINDOWS)(
      'arrives with them on a %s, and the app takes their place without a jump [B43-5]',
      async (_kind, viewport) => {
        const path = pages[name];
        const visit = await arrive({ viewport }, true, path);
        const { page, asked, release, problems } = visit;
        const before = await drawnBoxes(page);
        expect(before.length).toBeGreaterThan(0);
        const shifted = await visit.layoutShift();
        const given = await page
          .locator('script[id^="answer-/"]')
          .evaluateAll((scripts) => scripts.map(({ id }) => id.slice('answer-'.length)));
        expect(given.length).toBeGreaterThan(0);
        release();
        await page.locator('#drawn').waitFor({ state: 'detached' });
        expect((await boxes(page, '#root')).slice(0, before.length)).toEqual(before);
        await callsEnded(page);
        expect(asked.filter((address) => address === path)).toHaveLength(1);
        expect(asked.filter((address) => given.includes(address.replace('/api', '')))).toEqual([]);
        expect(await page.locator('script[id^="answer-/"]').count()).toBe(0);
        const pictures = asked.filter((address) => /\/(?:demo-)?media\//.test(address));
        expect(pictures).toEqual([...new Set(pictures)]);
        expect((await visit.layoutShift()) - shifted).toBeLessThan(0.001);
        expect(shifted).toBeLessThan(0.02);
        expect(problems).toEqual([]);
      },
    );

    it('is readable without scripts', async () => {
      const { page } = await arrive({ javaScriptEnabled: false }, true, pages[name]);
      const card = page.locator('#drawn article').first();
      expect(await card.getByRole('link').first().isVisible()).toBe(true);
      expect(await page.locator('#drawn h1').isVisible()).toBe(true);
    });
  });

  describe('today’s hand', () => {
    it.each(WINDOWS)(
      'arrives as a list on a %s, and the deck takes its place [B43-6]',
      async (_kind, viewport) => {
        const visit = await arrive({ viewport }, true, pages.today);
        const { page, asked, release, problems } = visit;
        const [first] = await drawnBoxes(page);
        const shifted = await visit.layoutShift();
        release();
        await page.locator('#drawn').waitFor({ state: 'detached' });
        const card = page.locator('#root [aria-roledescription=card][data-post-id]');
        expect(await card.getAttribute('data-post-id')).toBe(first?.id);
        await callsEnded(page);
        expect(asked.filter((address) => address === pages.today)).toHaveLength(1);
        expect(asked.filter((address) => address.startsWith('/api/posts/today'))).toEqual([]);
        const pictures = asked.filter((address) => /\/(?:demo-)?media\//.test(address));
        expect(pictures).toEqual([...new Set(pictures)]);
        expect((await visit.layoutShift()) - shifted).toBeLessThan(0.001);
        expect(problems).toEqual([]);
        // the next visit finds the deck where it was left
        await page.keyboard.press('ArrowRight');
        await expect.poll(() => card.getAttribute('aria-posinset')).toBe('2');
        await page.goto('about:blank');
        await page.goto(web + pages.today, { waitUntil: 'commit' });
        await page.locator('#root').waitFor({ state: 'attached' });
        expect(await page.locator('#drawn').isVisible()).toBe(false);
        await expect.poll(() => card.getAttribute('aria-posinset')).toBe('2');
      },
    );

    it('stays where it is for readers who chose the list', async () => {
      const state = visits.member.state;
      const chosen = { origin: web, localStorage: [{ name: 'hand-form', value: '"list"' }] };
      const { page, release } = await arrive(
        { storageState: { ...state, origins: [...state.origins, chosen] } },
        true,
        pages.today,
      );
      const before = await drawnBoxes(page);
      release();
      await page.locator('#drawn').waitFor({ state: 'detached' });
      expect((await boxes(page, '#root')).slice(0, before.length)).toEqual(before);
    });

    it('is there whole without scripts, and others fetch no picture of the rest [B43-6]', async () => {
      const without = await arrive({ javaScriptEnabled: false }, true, pages.today);
      const all = await without.page.locator('#drawn article').count();
      const within = await arrive({}, true, pages.today);
      await drawnBoxes(within.page);
      const few = await within.page.locator('#drawn article').count();
      expect(all).toBeGreaterThan(few);
      expect(await without.page.locator('#drawn article').last().isVisible()).toBe(true);
      const names = (texts: string[]) =>
        new Set(texts.flatMap((text) => text.match(/\/(?:avatars|pictures)\/[\w-]+/g) ?? []));
      const shown = names(
        await within.page
          .locator('#drawn article')
          .evaluateAll((cards) => cards.map(({ outerHTML }) => outerHTML)),
      );
      expect([...names(within.asked)].filter((name) => !shown.has(name))).toEqual([]);
    });
  });
});
