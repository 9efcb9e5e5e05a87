import { inflateSync } from 'node:zlib';
import type { Media } from '@social-feed/contracts';
import { describe, expect, inject, it } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { commentPage, fake, fakeComment, fakePost, FEED, feedOf, idOf } from './support/fake-feed.js';
import { openFeed, visiting } from './support/visits.js';

const picture = (number: number): Media => ({
  url: `data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='1600' height='900'/%3E#${number}`,
  kind: 'image',
  alt: `Picture ${number}`,
  width: 1600,
  height: 900,
  placeholder: '#335577',
});

/** Returns a PDF's page count, link addresses and uncompressed objects. */
const read = (pdf: Buffer) => {
  const source = pdf.toString('latin1');
  const streams = [...source.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body]) => {
    try {
      return inflateSync(Buffer.from(body ?? '', 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const all = [source, ...streams].join('\n');
  return {
    pages: [...all.matchAll(/\/Type\s*\/Page\b(?!s)/g)].length,
    links: [...all.matchAll(/\/URI\s*\(([^)]*)\)/g)].map(([, href]) => href ?? ''),
  };
};

describe.skipIf(chromiumPath === undefined)('print', () => {
  const web = inject('web');
  const visits = visiting();

  it('shows all loaded posts of the feed, one below the other', async () => {
    const page = await visits.memberPage({ viewport: { width: 1280, height: 800 }, colorScheme: 'dark' });
    const posts = Array.from({ length: 20 }, (_unused, index) =>
      fakePost(index + 1, {
        media: index % 4 === 0 ? [picture(index)] : [],
        description: 'Some words. '.repeat(40),
      }),
    );
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    const pdf = read(await page.pdf({ format: 'A4' }));
    // four posts, one of them with a picture, take two pages: no card is split
    expect(pdf.pages).toBe(10);
    for (const number of [1, 10, 20]) expect(pdf.links).toContain(`${web}/p/${idOf(number)}`);
    expect(pdf.links.filter((href) => /create|settings|notifications|about|contact/.test(href))).toEqual([]);
    // the screen is unchanged
    await page.getByRole('article', { name: 'Post 1', exact: true }).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeLessThan(20);
  });

  it('shows each card in place, with its whole text and no controls', async () => {
    const page = await visits.memberPage({ viewport: { width: 1280, height: 800 } });
    const posts = Array.from({ length: 20 }, (_unused, index) =>
      fakePost(index + 1, { media: [picture(index)], description: 'Some words. '.repeat(40) }),
    );
    await fake(page, FEED, feedOf(posts));
    await openFeed(page);
    await page.emulateMedia({ media: 'print' });
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')));
    const cards = await page.locator('[role=feed] article').evaluateAll((nodes) =>
      nodes.map((node) => {
        const { top, bottom } = node.getBoundingClientRect();
        const text = node.querySelector('p');
        return {
          top,
          bottom,
          seen: getComputedStyle(node).visibility,
          cut: text!.scrollHeight > text!.clientHeight + 1,
        };
      }),
    );
    expect(cards).toHaveLength(20);
    cards.forEach(({ top, seen, cut }, index) => {
      expect(top).toBeGreaterThanOrEqual((cards[index - 1]?.bottom ?? 0) - 1);
      expect({ seen, cut }).toEqual({ seen: 'visible', cut: false });
    });
    for (const what of ['navigation', 'button', 'complementary', 'textbox'] as const)
      expect(await page.getByRole(what).count()).toBe(0);
    expect(await page.locator('[role=feed] img').first().isVisible()).toBe(true);
    await page.evaluate(() => window.dispatchEvent(new Event('afterprint')));
    await expect.poll(() => page.locator('[role=feed] article').count()).toBeLessThan(20);
  });

  it('shows a post with its comments, on as many pages as they need', async () => {
    const page = await visits.memberPage({ viewport: { width: 1280, height: 800 } });
    const post = fakePost(1, { media: [picture(1)], description: 'See https://example.org/a for more.' });
    await fake(page, `/posts/${idOf(1)}`, { success: true, data: post });
    await fake(page, `/comments/post/${idOf(1)}`, commentPage([fakeComment(1), fakeComment(2)]));
    await page.goto(`${web}/p/${idOf(1)}`);
    await page.getByText('Comment 2', { exact: true }).waitFor();
    // text becomes links once the link parser has loaded
    await page.getByRole('link', { name: 'https://example.org/a' }).waitFor();
    const pdf = read(await page.pdf({ format: 'A4' }));
    expect(pdf.pages).toBe(1);
    expect(pdf.links).toContain('https://example.org/a');
  });
});
