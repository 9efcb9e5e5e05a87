import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { brokenWords } from './support/broken-words.js';
import { chromiumPath } from './support/chromium.js';
import { form, openComposer, send, unfold } from './support/composer.js';
import { fake, FEED, fakePost, feedOf } from './support/fake-feed.js';
import { callsEnded } from './support/page-report.js';
import { cardOf, openFeed, visiting } from './support/visits.js';

const GERMAN = 'Heute gibt es endlich wieder frisches Brot aus dem Ofen.';

/** A translator of the browser that puts a word in front. */
const withTranslator = (page: Page) =>
  page.addInitScript(() => {
    Object.assign(globalThis, {
      Translator: {
        availability: () => Promise.resolve('available'),
        create: () =>
          Promise.resolve({ translate: (text: string) => Promise.resolve(`In English: ${text}`) }),
      },
    });
  });

describe.skipIf(chromiumPath === undefined)('posts in other languages', () => {
  const web = inject('web');
  const visits = visiting();

  it('fold by a choice in the menu of ways, open, and are translated on the device [B13-5 B13-7 B13-8]', async () => {
    const page = await visits.memberPage({ locale: 'en-GB', colorScheme: 'light' });
    await withTranslator(page);
    await fake(
      page,
      FEED,
      feedOf([
        fakePost(1, { language: 'en' }),
        fakePost(2, { title: 'Brot', description: GERMAN, language: 'de' }),
        fakePost(3, { title: 'パン', description: '焼きたてです', language: 'ja' }),
      ]),
    );
    await openFeed(page);
    await cardOf(page, 'Post 1').waitFor();
    await page.goto(`${web}/settings/reading`);
    await page.getByLabel('Add a language').selectOption('en');
    await page.getByRole('button', { name: 'Remove English' }).waitFor();
    await openFeed(page);
    await page.setViewportSize({ width: 375, height: 812 });
    const line = page.getByRole('article', { name: '2 posts in German and Japanese' });
    await line.waitFor();
    await expectAccessible(page, 'a line of posts in other languages');
    await line.getByRole('button').click();
    const card = cardOf(page, 'Brot');
    await card.getByRole('button', { name: 'Translate from German' }).click();
    await page.getByText(`In English: ${GERMAN}`).waitFor();
    await page.getByText('Translated on this device').waitFor();
    await expectAccessible(page, 'a translated post');
    await page.getByRole('button', { name: 'Show original' }).click();
    await page.getByText(GERMAN, { exact: true }).waitFor();
    expect(
      await page.getByText(GERMAN, { exact: true }).locator('xpath=ancestor-or-self::p').getAttribute('lang'),
    ).toBe('de');
  });

  it.each([
    ['de', 1440],
    ['id', 320],
  ])('the words of choices stay whole, in %s at %d pixels', async (locale, width) => {
    const page = await visits.memberPage({ locale, viewport: { width, height: 900 } });
    await page.goto(`${web}/settings/reading`);
    const choices = page.getByRole('main').getByRole('group');
    await choices.first().waitFor();
    for (const each of await choices.all()) expect(await brokenWords(each)).toEqual([]);
  });

  it.each(['de', 'pl', 'uk', 'ja'])(
    'home’s header is one row of whole words on a phone, in %s',
    async (locale) => {
      const page = await visits.memberPage({ locale, viewport: { width: 375, height: 812 } });
      await openFeed(page);
      const header = page.locator('header[data-size]');
      expect((await header.boundingBox())?.height).toBe(64);
      expect(await header.locator('.truncate').count()).toBe(0);
      const [bar, ways, way] = [
        header.getByRole('group'),
        header.locator('[aria-haspopup=menu]').first(),
        header.locator('[aria-haspopup=menu] .whitespace-nowrap').first(),
      ];
      expect(await brokenWords(bar)).toEqual([]);
      // below the edge of its pill, or whole
      const [pill, name] = [(await ways.boundingBox())!, (await way.boundingBox())!];
      expect(name.y >= pill.y + pill.height || name.width <= pill.width).toBe(true);
    },
  );

  it.each(['en', 'de', 'fr', 'ja'])(
    'the way to read is named on a phone of 360 pixels, in %s',
    async (locale) => {
      const page = await visits.memberPage({ locale, viewport: { width: 360, height: 640 } });
      await openFeed(page);
      const ways = page.locator('header[data-size] [aria-haspopup=menu]').first();
      const [pill, name] = [
        (await ways.locator('> span').boundingBox())!,
        (await ways.locator('.whitespace-nowrap').boundingBox())!,
      ];
      expect(name.y).toBeGreaterThanOrEqual(pill.y);
      expect(name.y + name.height).toBeLessThanOrEqual(pill.y + pill.height);
      expect(name.x).toBeGreaterThanOrEqual(pill.x);
      expect(name.x + name.width).toBeLessThanOrEqual(pill.x + pill.width);
    },
  );

  it('the words of the composer’s bar stay whole on a small phone, in a language of long words', async () => {
    const page = await visits.memberPage({ locale: 'uk', viewport: { width: 320, height: 640 } });
    await page.goto(`${web}/createpost`);
    await page.locator('h1').waitFor();
    expect(await brokenWords(page.locator('form'))).toEqual([]);
  });

  it('the composer guesses the language, and loads what it needs only for a text [B13-10]', async () => {
    const page = await visits.memberPage();
    const tables: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('extrasmall')) tables.push(request.url());
    });
    await openComposer(page);
    await callsEnded(page);
    expect(tables).toEqual([]);
    await form(page).getByLabel('What is on your mind?').fill(GERMAN);
    await unfold(page, 'German, choose the language');
    const field = form(page).getByRole('combobox', { name: 'Language' });
    await field.getByRole('option', { name: 'German (detected)' }).waitFor({ state: 'attached' });
    expect(tables).toHaveLength(1);
    const created = page.waitForResponse(
      (answer) => answer.request().method() === 'POST' && /\/posts$/.test(answer.url()),
    );
    await send(page).click();
    expect(((await (await created).json()) as { data: { language: string } }).data.language).toBe('de');
    await page.waitForURL(`${web}/p/**`);
  });
});
