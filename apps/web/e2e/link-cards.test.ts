import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, tooWide } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { fake, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { cardOf, openFeed, visiting } from './support/visits.js';

const PIXEL = "<svg xmlns='http://www.w3.org/2000/svg' width='80' height='60'/>";
const PHONE = { viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true };

describe.skipIf(chromiumPath === undefined)('what posts have at other sites', () => {
  const web = inject('web');
  const visits = visiting();

  it('shows cards and links without asking those sites, and lets the author take a card away [B23-3 B23-5 B23-6]', async () => {
    const page = await visits.memberPage(PHONE);
    const elsewhere: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).host.endsWith('.example')) elsewhere.push(request.url());
    });
    await page.route(`${web}/media/**`, (route) =>
      route.fulfill({ contentType: 'image/svg+xml', body: PIXEL }),
    );
    const card = {
      url: 'https://news.example/sea',
      site: 'news.example',
      title: 'The sea, and a title that is longer than the line of any phone',
      description: 'Waves, '.repeat(30),
      image: `${web}/media/remote/${'a'.repeat(32)}/aHR0/1280.webp`,
    };
    const own = { ...fakePost(1).user, _id: visits.member.id };
    const posts = [
      fakePost(1, { user: own, card, description: 'See https://news.example/sea' }),
      fakePost(2, { outside: [{ kind: 'image', url: 'https://pictures.example/a.png' }] }),
    ];
    await fake(page, FEED, feedOf(posts));
    await fake(page, `/posts/${idOf(1)}/card`, {
      success: true,
      message: 'Link card removed',
      data: fakePost(1, { user: own }),
    });
    await openFeed(page);

    const link = cardOf(page, 'Post 1').getByRole('link', { name: /^The sea/ });
    const remove = page.getByRole('button', { name: 'Remove link preview' });
    const outside = page.getByRole('link', { name: 'Picture from pictures.example' });
    await Promise.all([link.waitFor(), remove.waitFor(), outside.waitFor()]);
    const box = (await remove.boundingBox())!;
    expect([box.width, box.height]).toEqual([44, 44]);
    expect((await outside.boundingBox())!.height).toBeGreaterThanOrEqual(44);
    expect(await tooWide(page)).toEqual([]);
    await expectAccessible(page, 'link cards');
    expect(elsewhere).toEqual([]);

    await remove.focus();
    await page.keyboard.press('Enter');
    await link.waitFor({ state: 'detached' });
    const focused = () => cardOf(page, 'Post 1').evaluate((node) => node === document.activeElement);
    await expect.poll(focused).toBe(true);
  });
});
