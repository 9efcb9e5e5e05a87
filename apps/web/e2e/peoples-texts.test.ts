import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { brokenWords } from './support/broken-words.js';
import { chromiumPath } from './support/chromium.js';
import { AUTHOR, commentPage, fake, fakeComment, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { BOARD, fakeProfile, GRACE } from './support/profile.js';
import { callsEnded } from './support/page-report.js';
import { cardOf, openFeed, PHONE, visiting } from './support/visits.js';

const DESKTOP = { viewport: { width: 1280, height: 800 } };

/** Adds a tower of combining marks to each letter. */
const tower = (text: string, marks = 60): string =>
  Array.from(text, (letter) => letter + '\u030d\u0323'.repeat(marks)).join('');

/** Texts in languages whose letters have marks. */
const MARKED = [
  'ẤẦẨẪẬ ỄỘỮ Ỗ Ặ Ằ Tiếng Việt',
  'ที่นี่ ปั๊ม ผู้ใหญ่ น้ำแข็ง',
  'مُحَمَّدٌ رَسُولُ ٱللَّٰهِ إِنَّ ٱلْكِتَٰبَ',
  'မြန်မာ ကျွန်ုပ် ဏ္ဍ သင်္ဘော',
  'हिन्दी क्ष्म्य र्त्स्न्य ऊँ ट्ट्ठू',
  'བོད་ཡིག རྒྱུ སྒྲུབ བསྒྲིབས',
  'ខ្ញុំស្រឡាញ់ ស្ត្រី ព្រះ',
];

/** Takes screenshots with and without clipping. If they differ, part of the text is clipped. */
const isClipped = async (page: Page, place: Locator): Promise<boolean> => {
  const { x, y, width, height } = (await place.boundingBox())!;
  const clip = { x: Math.max(0, x - 4), y: Math.max(0, y - 30), width: width + 4, height: height + 60 };
  const before = await page.screenshot({ clip, animations: 'disabled' });
  await place.evaluate((node) => (node.style.clipPath = 'none'));
  const after = await page.screenshot({ clip, animations: 'disabled' });
  await place.evaluate((node) => (node.style.clipPath = ''));
  return !before.equals(after);
};

describe.skipIf(chromiumPath === undefined)('user-written text', () => {
  const web = inject('web');
  const visits = visiting();

  it('draws nothing outside its own box, however many marks are stacked', async () => {
    const page = await visits.memberPage(PHONE);
    const user = { ...AUTHOR, fullName: tower('Nilay', 20) };
    const text = tower('He comes');
    const post = fakePost(1, { title: tower('Title', 20), description: text, tags: [tower('a', 12)], user });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1, { body: text, user })]));
    await page.goto(`${web}/p/${idOf(1)}`);
    await page.getByRole('list', { name: 'Comments' }).getByRole('listitem').waitFor();
    // hiding all texts must leave no ink outside
    const texts = page.locator('article :is([dir=auto], bdi:not([dir])):not(textarea)');
    await expect.poll(() => texts.count()).toBe(6);
    await callsEnded(page);
    for (const place of await texts.all()) {
      const { y, height } = (await place.boundingBox())!;
      const room = 0.7 * (await place.evaluate((node) => parseFloat(getComputedStyle(node).fontSize)));
      const strips = [
        { x: 0, y: y - room - 22, width: 390, height: 20 },
        { x: 0, y: y + height + room + 2, width: 390, height: 20 },
      ].filter((strip) => strip.y > 60 && strip.y + strip.height < 780);
      const draw = async () =>
        (await Promise.all(strips.map((clip) => page.screenshot({ clip })))).map((shot) =>
          shot.toString('base64'),
        );
      const before = await draw();
      await place.evaluate((node) => (node.style.visibility = 'hidden'));
      expect(await draw()).toEqual(before);
      await place.evaluate((node) => (node.style.visibility = ''));
    }
  });

  it('draws every line of names, and of links in texts', async () => {
    const page = await visits.memberPage(PHONE);
    const fullName = 'Maximiliane Alexandra von der Heide zu Wiesental und Oberfeld';
    const bio = `https://example.org/${'a-long-address/'.repeat(6)}`;
    const user = { ...GRACE, fullName };
    await fakeProfile(page, { user, board: { ...BOARD, bio } });
    await page.goto(`${web}/${user.userName}`);
    for (const text of [fullName, bio]) {
      const place = page.locator('main bdi').filter({ hasText: text }).first();
      await place.scrollIntoViewIfNeeded();
      // clipped text is not hit
      const lines = () =>
        place.evaluate((node) => {
          const range = document.createRange();
          range.selectNodeContents(node);
          return [...range.getClientRects()].map(({ x, y, width, height }) =>
            node.contains(document.elementFromPoint(x + width / 2, y + height / 2)),
          );
        });
      await expect.poll(lines, { message: text }).not.toContain(false);
      expect((await lines()).length, text).toBeGreaterThan(1);
    }
  });

  it('keeps the marks of all languages', async () => {
    const page = await visits.memberPage(DESKTOP);
    for (const words of MARKED) {
      const post = fakePost(1, { title: words, description: words, user: { ...AUTHOR, fullName: words } });
      // the newest answer counts
      await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
      await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1, { body: words })]));
      await page.goto(`${web}/p/${idOf(1)}`);
      await page.getByRole('list', { name: 'Comments' }).getByText(words).waitFor();
      for (const place of [
        page.getByRole('heading', { name: words, exact: true }),
        page.locator('article > div p[dir=auto]').first(),
        page.getByRole('list', { name: 'Comments' }).locator('p[dir=auto]'),
      ])
        // other parts may move between two screenshots
        await expect
          .poll(async () => ({ words, cut: await isClipped(page, place) }))
          .toEqual({ words, cut: false });
    }
  });

  it('starts each line of a text in two directions at its own side', async () => {
    const page = await visits.memberPage(PHONE);
    const description = 'Hello world.\nשלום לכולם.\n2026';
    await fake(
      page,
      FEED,
      feedOf([fakePost(1, { description }), fakePost(2, { description: 'שלום.\n2026' })]),
    );
    await openFeed(page);
    const sides = (title: string) =>
      cardOf(page, title)
        .locator('p[dir=auto]')
        .evaluate((node) => {
          const text = document.createTreeWalker(node, NodeFilter.SHOW_TEXT).nextNode()!;
          const box = node.getBoundingClientRect();
          const range = document.createRange();
          return [...(text.textContent ?? '').matchAll(/[^\n]+/g)].map(({ 0: line, index }) => {
            range.setStart(text, index);
            range.setEnd(text, index + line.length);
            return range.getBoundingClientRect().left - box.left < 1 ? 'left' : 'right';
          });
        });
    expect(await sides('Post 1')).toEqual(['left', 'right', 'left']);
    expect(await sides('Post 2')).toEqual(['right', 'right']);
  });

  it('breaks lines of Korean only between words, and lines of Japanese without them', async () => {
    const page = await visits.memberPage(PHONE);
    const korean =
      '저녁노을이 아름다운 바닷가마을에서 오랜만에 만난 친구들과 함께했던 즐거운 여름날들을 기억합니다.';
    const japanese =
      '夕焼けが美しい海辺の町で久しぶりに会った友人たちと過ごした楽しい夏の日々を思い出します。';
    const posts = [
      fakePost(1, { description: korean, language: 'ko' }),
      fakePost(2, { description: japanese, language: 'ja' }),
    ];
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    await cardOf(page, 'Post 2').waitFor();
    for (const language of ['en', 'ko']) {
      await page.evaluate((code) => (document.documentElement.lang = code), language);
      expect(await brokenWords(page.getByText(korean))).toEqual([]);
      expect(await brokenWords(page.getByText(japanese))).toEqual([japanese]);
    }
  });

  const LONG = [
    ['1,900 line breaks', `start${'\n'.repeat(1900)}end`, false],
    ['1,500 lines of U+200B', `start\n${'\u200b\n'.repeat(1500)}end`, false],
    ['1,500 lines of a blank letter', `start\n${'\u3164\n'.repeat(1500)}end`, false],
    ['900 lines of one letter', `${'a\n'.repeat(900)}end`, true],
    ['2,000 characters', 'Some words. '.repeat(166).trim(), true],
  ] as const;

  it('folds long texts, in posts, comments and replies', async () => {
    const page = await visits.memberPage(PHONE);
    const numbered = LONG.map(([what, text, offers], index) => ({ number: index + 1, what, text, offers }));
    await fake(
      page,
      FEED,
      feedOf(numbered.map(({ number, text }) => fakePost(number, { description: text, commentsCount: 2 }))),
    );
    for (const { number, text } of numbered) {
      const comment = fakeComment(number, { body: text, postId: idOf(number), repliesCount: 1 });
      await fake(page, `/comments/post/${idOf(number)}`, commentPage([comment], 2));
      await fake(page, `/comments/${comment._id}/replies`, {
        success: true,
        data: [fakeComment(100 + number, { body: text, postId: idOf(number), parent: comment._id })],
        nextCursor: null,
      });
    }
    await openFeed(page);
    for (const { number, what, offers } of numbered) {
      const card = cardOf(page, `Post ${number}`);
      const comments = card.getByRole('button', { name: 'Comment, 2' });
      await comments.click();
      await card.getByRole('button', { name: 'Show 1 reply' }).click();
      await card.getByRole('list', { name: 'Replies' }).getByRole('listitem').waitFor();
      const heights = () =>
        card
          .locator('p[dir=auto]')
          .evaluateAll((nodes) => nodes.map((node) => node.getBoundingClientRect().height));
      const more = card.getByRole('button', { name: 'Show more' });
      await expect
        .poll(async () => ({ what, texts: (await heights()).length, more: await more.count() }))
        .toEqual({ what, texts: 3, more: offers ? 3 : 0 });
      expect(Math.max(...(await heights()))).toBeLessThan(6 * 22.5);
      if (offers) {
        await card.getByRole('list', { name: 'Replies' }).getByRole('button', { name: 'Show more' }).click();
        await expect.poll(() => more.count()).toBe(2);
        expect(Math.max(...(await heights()))).toBeGreaterThan(6 * 22.5);
      }
      // keeps the next card near the screen
      await comments.click();
      await card.getByRole('list', { name: 'Replies' }).waitFor({ state: 'detached' });
    }
  });

  it('leaves no gap of hundreds of lines on the post page', async () => {
    const page = await visits.memberPage(PHONE);
    const post = fakePost(1, { description: `start${'\n\u200b'.repeat(1900)}\nend` });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([]));
    await page.goto(`${web}/p/${idOf(1)}`);
    const text = page.locator('article p[dir=auto]').first();
    await text.waitFor();
    expect((await text.boundingBox())!.height).toBeLessThan(5 * 22.5);
  });
});

describe.skipIf(chromiumPath === undefined)('the text of a card', () => {
  const web = inject('web');
  const visits = visiting();
  const WORDS = 'The harbour before anyone is awake.';

  const opened = async (options: typeof PHONE | typeof DESKTOP) => {
    const page = await visits.memberPage(options);
    const posts = [fakePost(1)];
    await fake(page, FEED, feedOf(posts));
    await page
      .context()
      .route(`**/api/posts/${idOf(1)}`, (route) =>
        route.fulfill({ json: { success: true, data: posts[0] } }),
      );
    await openFeed(page);
    return { page, text: cardOf(page, 'Post 1').getByText(WORDS) };
  };

  it('opens its post in a new tab by Ctrl, Cmd and the middle button', async () => {
    const { page, text } = await opened(DESKTOP);
    for (const options of [
      { modifiers: ['Control' as const] },
      { modifiers: ['Meta' as const] },
      { button: 'middle' as const },
    ]) {
      const [tab] = await Promise.all([page.context().waitForEvent('page'), text.click(options)]);
      await tab.waitForURL(`${web}/p/${idOf(1)}`, { waitUntil: 'commit' });
      expect(page.url()).toBe(`${web}/home`);
      await tab.close();
    }
  });

  it('selects a word on double click without opening', async () => {
    const { page, text } = await opened(DESKTOP);
    await text.dblclick({ position: { x: 50, y: 10 } });
    expect((await page.evaluate(() => getSelection()?.toString()))?.trim()).toBe('harbour');
    await page.clock.runFor(2000);
    expect(page.url()).toBe(`${web}/home`);
    // a click elsewhere still opens the post
    await text.click({ position: { x: 150, y: 10 } });
    await page.waitForURL(`${web}/p/${idOf(1)}`);
  });

  it('opens on tap', async () => {
    const { page, text } = await opened(PHONE);
    await text.tap();
    await page.waitForURL(`${web}/p/${idOf(1)}`);
  });
});
