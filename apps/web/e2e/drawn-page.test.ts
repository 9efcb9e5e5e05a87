import type { Post } from '@social-feed/contracts';
import { describe, expect, inject, it } from 'vitest';
import { openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { arriving, boxes, drawnBoxes } from './support/drawn.js';
import { callsEnded } from './support/page-report.js';
import { newMember, visiting } from './support/visits.js';

/** An order may begin with posts of one kind only. */
const TRIES = 5;

/** Lines in place of hidden posts, and posts. */
const HIDDEN = ':has(> span + button)';
const SHOWN = `:not(${HIDDEN})`;

describe.skipIf(chromiumPath === undefined)('home with its posts in the page', () => {
  const web = inject('web');
  const visits = visiting();
  const arrive = arriving(visits);

  it('shows them before the app has a script, and the app takes their place without a jump [B43-1]', async () => {
    const visit = await arrive();
    const { page, asked, release, problems } = visit;
    const before = await drawnBoxes(page);
    expect(before.length).toBeGreaterThan(0);
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    const after = await boxes(page, '#root');
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await page.locator('main').count()).toBe(1);
    await callsEnded(page);
    expect(asked.filter((path) => path.startsWith('/api/posts/infinite'))).toEqual([]);
    const pictures = asked.filter((path) => /\/(?:demo-)?media\//.test(path));
    expect(pictures).toEqual([...new Set(pictures)]);
    expect(await visit.layoutShift()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
  });

  it('renders them with the first page of the app, which waits for nothing [B43-1]', async () => {
    const { page, release } = await arrive();
    await page.evaluate(() => {
      const root = document.querySelector('#root')!;
      const seen: string[] = [];
      new MutationObserver(() => {
        const waits = root.querySelector('.animate-spin, [aria-busy=true]:not([role=feed])');
        if (root.querySelector('main, [role=status]') || waits)
          seen.push(
            waits
              ? (waits.parentElement?.textContent ?? '')
              : `${root.querySelectorAll('article').length > 0}`,
          );
      }).observe(root, { childList: true, subtree: true });
      Object.assign(window, { seen });
    });
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    const seen = await page.evaluate(() => (window as unknown as { seen: string[] }).seen);
    expect([...new Set(seen)]).toEqual(['true']);
  });

  it('gives way to the app after ten seconds, though the code of the page does not come', async () => {
    const { page, release } = await arrive();
    await page.clock.install();
    release('/feed-');
    const drawn = page.locator('#drawn');
    // the clock runs once the app's first script has
    await expect
      .poll(async () => {
        await page.clock.runFor(1000);
        return drawn.count();
      })
      .toBe(0);
    await page.locator('#root').getByText('Loading').waitFor();
  });

  it('shows them in the language of the reader', async () => {
    const context = await visits.browser.newContext({ storageState: visits.member.state });
    const built = await context.request.get(`${web}/l/languages.json`);
    const codes = ((await built.json()) as { code: string }[]).map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(15);
    for (const code of codes) {
      const headers = { accept: 'text/html', 'accept-language': code, 'sec-fetch-mode': 'navigate' };
      // the first page of a language waits for the code that draws it, no longer than any page
      await expect
        .poll(async () => (await context.request.get(`${web}/home`, { headers })).text(), { message: code })
        .toMatch(new RegExp(`<html lang="${code}"[^]*<article`));
    }
    await context.close();
  });

  it.each(['de-DE', 'ar', 'ja-JP'])('and the app takes their place without a jump in %s', async (locale) => {
    const { page, release, problems } = await arrive({ locale });
    const before = await drawnBoxes(page);
    expect(before.length).toBeGreaterThan(0);
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    expect((await boxes(page, '#root')).slice(0, before.length)).toEqual(before);
    expect(problems).toEqual([]);
  });

  it.each([
    ['carousel on a phone', { width: 390, height: 844 }, 0],
    ['grid on a desktop', { width: 1440, height: 900 }, 1],
  ])('arranges several pictures as a %s, and fetches none in two sizes', async (_which, viewport, shown) => {
    let visit = await arrive({ viewport });
    const arranged = () => visit.page.locator('#drawn article [class*="width"]:has(img)');
    // until an order begins with such a post
    for (let left = 4 * TRIES; left > 0 && (await arranged().count()) === 0; left -= 1) {
      visit.release();
      await visit.close();
      visit = await arrive({ viewport });
    }
    const { page, asked, release, problems } = visit;
    const before = await drawnBoxes(page);
    const areVisible = await Promise.all((await arranged().all()).map((part) => part.isVisible()));
    expect(areVisible).toEqual(areVisible.map((_, place) => place % 2 === shown));
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    expect((await boxes(page, '#root')).slice(0, before.length)).toEqual(before);
    await callsEnded(page);
    const pictures = asked.filter((path) => path.includes('/pictures/'));
    expect(pictures).toEqual([...new Set(pictures)]);
    // two posts may show one picture in two sizes; what is below the screen begins with a later frame
    const sources = () =>
      page
        .locator('#root img')
        .evaluateAll((images) =>
          images.map((image) => new URL((image as HTMLImageElement).currentSrc, location.href).pathname),
        );
    const unused = async () => {
      const used = await sources();
      return pictures.filter((path) => !used.includes(path));
    };
    await expect.poll(unused, { message: `of ${pictures.join(' ')}` }).toEqual([]);
    expect(await visit.layoutShift()).toBeLessThan(0.02);
    expect(problems).toEqual([]);
  });

  it('fetches no script twice, and those that the page works without after its first picture', async () => {
    const { page } = await arrive({}, false);
    await page.locator('#drawn').waitFor({ state: 'detached' });
    await page.waitForFunction(() =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/soon-')),
    );
    await callsEnded(page);
    const scripts = await page.evaluate(() => {
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
      const picture = document.querySelector<HTMLImageElement>('#root article img[fetchpriority=high]');
      return {
        fetched: entries.filter(
          ({ name, transferSize }) => /\/assets\/.*\.js$/.test(name) && transferSize > 0,
        ),
        keeper: entries.find(({ name }) => name.includes('/soon-'))?.startTime,
        picture: entries.find(({ name }) => name === picture?.currentSrc)?.responseEnd,
      };
    });
    const names = scripts.fetched.map(({ name }) => name);
    expect(names.length).toBeGreaterThan(5);
    expect(names).toEqual([...new Set(names)]);
    expect(scripts.keeper).toBeGreaterThanOrEqual(scripts.picture ?? 0);
  });

  it('shows them although the access token is over, and the session goes on in every tab [B43-2]', async () => {
    const visit = await arrive(async () => {
      const { state } = await newMember(visits.browser);
      return {
        storageState: { ...state, cookies: state.cookies.filter(({ name }) => name !== 'sf_access') },
      };
    });
    const { context, page, asked, release, problems } = visit;
    await expect.poll(() => page.locator('#drawn article').first().isVisible()).toBe(true);
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    await callsEnded(page);
    expect(asked.filter((path) => path.startsWith('/api/auth/'))).not.toContain('/api/auth/refresh');
    // no call of the open page renews it first
    await page.goto('about:blank');
    await context.clearCookies({ name: 'sf_access' });
    const second = await context.newPage();
    const renewed = await Promise.all(
      [page, second].map(async (tab) => (await tab.goto(`${web}/home`))?.headerValue('set-cookie')),
    );
    expect(renewed).toEqual([0, 1].map(() => expect.stringContaining('sf_refresh=') as string));
    expect((await context.request.get(`${web}/api/auth/me`)).status()).toBe(200);
    expect(problems).toEqual([]);
  });

  it('takes a press from before the app was there', async () => {
    const { page, release } = await arrive();
    const like = (within: string) =>
      page.locator(`${within} article`).first().getByRole('button', { name: /^Like/ });
    await like('#drawn').click();
    release();
    await expect.poll(() => like('#root').getAttribute('aria-pressed')).toBe('true');
  });

  it('leaves the focus where it was before the app was there', async () => {
    const { page, release } = await arrive();
    const name = (within: string) => page.locator(`${within} article`).nth(1).getByRole('link').first();
    await name('#drawn').focus();
    const text = await name('#drawn').textContent();
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    const focused = page.locator('#root article a:focus');
    expect(await focused.textContent()).toBe(text);
    expect(await name('#root').evaluate((link) => link === document.activeElement)).toBe(true);
  });

  it('is readable without scripts [B43-1]', async () => {
    const { page } = await arrive({ javaScriptEnabled: false });
    expect(await page.locator('#drawn article').first().getByRole('link').first().isVisible()).toBe(true);
    expect(await page.getByRole('heading', { name: 'Social Feed' }).isVisible()).toBe(true);
  });

  it('has lines in place of posts that a member hides, once the browser knows the lists [B43-3]', async () => {
    const { id, state } = await newMember(visits.browser);
    const first = await arrive({ storageState: state }, false);
    await first.page.goto('about:blank');
    const change = { kind: 'mute', word: 'with', until: null, at: new Date().toISOString() };
    const answer = await first.context.request.post(`${web}/api/people/changes`, {
      data: { changes: [change] },
      headers: { origin: web },
    });
    expect(answer.status()).toBe(200);
    const unknown = await first.context.newPage();
    await unknown.goto(`${web}/home`);
    expect(await unknown.locator('#drawn').isVisible()).toBe(false);
    await unknown.waitForFunction((name) => localStorage.getItem(name), `muted-words:${id}`);

    const storageState = await first.context.storageState();
    // until an order begins with posts of both kinds
    let visit = await arrive({ storageState });
    const has = (those: string) => visit.page.locator(`#drawn article${those}`).count();
    for (let left = TRIES; left > 0 && !((await has(HIDDEN)) && (await has(SHOWN))); left -= 1) {
      visit.release();
      await visit.close();
      visit = await arrive({ storageState });
    }
    const { page, asked, release, problems } = visit;
    const before = await drawnBoxes(page);
    const texts = await page.locator(`#drawn article${SHOWN}`).allTextContents();
    expect(texts.length).toBeGreaterThan(0);
    expect(texts.filter((text) => /\bwith\b/i.test(text))).toEqual([]);
    release();
    await page.locator('#drawn').waitFor({ state: 'detached' });
    expect((await boxes(page, '#root')).slice(0, before.length)).toEqual(before);
    await callsEnded(page);
    expect(
      asked.filter((path) => /^\/api\/(?:people\/own|posts\/infinite\?page=1|auth\/me)/.test(path)),
    ).toEqual([]);
    expect(problems).toEqual([]);
  });

  describe.each([
    ['phone', { width: 412, height: 915 }],
    ['tablet', { width: 820, height: 1180 }],
    ['desktop', { width: 1440, height: 900 }],
  ])('the page of a post on a %s', (_kind, viewport) => {
    it('arrives with it, and the app takes its place without a jump [B43-4]', async () => {
      const { context } = await openPage(visits.browser, { storageState: visits.member.state });
      const feed = (await (await context.request.get(`${web}/api/posts/today`)).json()) as { data: Post[] };
      await context.close();
      const post = feed.data.find(
        ({ media, sensitive, contentWarning }) =>
          media.length === 1 && media[0]?.kind === 'image' && !sensitive && !contentWarning,
      );
      const visit = await arrive({ viewport }, true, `/p/${post?._id}`);
      const { page, asked, release, problems } = visit;
      const box = (within: string) =>
        page.evaluate((root) => {
          const article = document.querySelector(`${root} article`);
          const parts = [article, ...(article?.querySelectorAll('h1, img, button[aria-label^=Like]') ?? [])];
          return parts.map((part) => {
            const { left, top, width } = part?.getBoundingClientRect() ?? new DOMRect();
            return [left, top, width].map(Math.round);
          });
        }, within);
      await expect.poll(() => page.locator('#drawn article').isVisible()).toBe(true);
      await page.waitForFunction(() => [...document.styleSheets].some(({ href }) => href));
      expect(await page.title()).not.toBe('');
      const before = await box('#drawn');
      release();
      await page.locator('#drawn').waitFor({ state: 'detached' });
      // comments and faces come after
      expect((await box('#root')).slice(0, before.length)).toEqual(before);
      await callsEnded(page);
      expect(asked.filter((path) => path === `/api/posts/${post?._id}`)).toEqual([]);
      expect(asked.filter((path) => path.includes('/later-pages-'))).toEqual([]);
      const pictures = asked.filter((path) => /\/(?:demo-)?media\//.test(path));
      expect(pictures).toEqual([...new Set(pictures)]);
      expect(await visit.layoutShift()).toBeLessThan(0.02);
      expect(problems).toEqual([]);
    });
  });

  it('arrives with them through the service worker too', async () => {
    const { context, page } = await arrive({ serviceWorkers: 'allow' }, false);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    for (let left = TRIES; ; left -= 1) {
      const tab = await context.newPage();
      const answer = await tab.goto(`${web}/home`, { waitUntil: 'commit' });
      expect(answer?.fromServiceWorker()).toBe(true);
      await tab.locator('#root').waitFor({ state: 'attached' });
      const isShown = await tab.evaluate(
        () =>
          document.querySelector('meta[name=drawn]') !== null &&
          document.documentElement.dataset['plain'] === undefined,
      );
      if (!isShown && left > 1) continue;
      expect(isShown).toBe(true);
      await tab.locator('#root [role=feed] article').first().waitFor();
      const calls = await tab.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(calls.filter((url) => url.includes('/api/posts/infinite?page=1'))).toEqual([]);
      return;
    }
  });

  it('arrives without them after a reload, which shows the feed that the tab had', async () => {
    const { page } = await arrive({}, false);
    await page.locator('#drawn').waitFor({ state: 'detached' });
    const first = async () => (await boxes(page, '#root'))[0]?.id;
    await expect.poll(first).toBeDefined();
    const before = await first();
    const reloaded = await page.reload();
    expect(await reloaded?.text()).not.toContain('id="drawn"');
    await expect.poll(first).toBe(before);
  });
});
