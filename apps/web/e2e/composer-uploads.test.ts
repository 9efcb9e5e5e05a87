import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { closePages, launch, openPage, type WatchedPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import {
  choose,
  form,
  openComposer,
  send,
  tile,
  tileNames,
  tiles,
  title,
  unfold,
  uploaded,
} from './support/composer.js';
import {
  clip,
  drawnPicture,
  pageAsPicture,
  pictureBomb,
  scriptAsPicture,
  type ChosenFile,
} from './support/upload-files.js';
import { type Member, newMember, resize } from './support/visits.js';

const TEN_MB = 10 * 1024 * 1024;

describe.skipIf(chromiumPath === undefined)('uploads in the composer', () => {
  const web = inject('web');
  let browser: Browser;
  let member: Member;
  let open: WatchedPage;

  beforeAll(async () => {
    browser = await launch();
    member = await newMember(browser);
  });
  afterEach(() => open.close());
  afterAll(() => closePages(browser));

  const visit = async (width: number, height: number): Promise<Page> => {
    open = await openPage(browser, { storageState: member.state, viewport: { width, height } });
    open.page.setDefaultTimeout(30_000);
    await openComposer(open.page);
    return open.page;
  };
  const overflow = (page: Page) =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

  it('publish a photo, a drawing and a clip, at every width', async () => {
    const page = await visit(375, 740);
    const photo = await drawnPicture(page, 'photo.jpg', { width: 3000, height: 2000 });
    const drawing = await drawnPicture(page, 'drawing.png', { width: 600, height: 900, type: 'image/png' });
    await unfold(page, 'Add a title');
    await title(page).fill('From a phone');
    await choose(page, photo, await clip('clip.webm'), drawing);
    await uploaded(page);
    // pictures before videos, regardless of selection order
    await expect.poll(() => tileNames(page)).toEqual(['photo.jpg', 'drawing.png', 'clip.webm']);
    for (const [width, height] of [
      [1440, 900],
      [820, 1100],
      [375, 740],
    ] as const) {
      await resize(page, { width, height });
      await expect.poll(() => overflow(page)).toBe(0);
    }

    await tile(page, 'photo.jpg').getByRole('button', { name: 'Add alt text of picture 1' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Description').fill('Blue fading into yellow');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('1 of 3 described').waitFor();
    await tile(page, 'photo.jpg')
      .getByRole('button', { name: 'Move picture 1', exact: true })
      .press('ArrowRight');
    await expect.poll(() => tileNames(page)).toEqual(['drawing.png', 'photo.jpg', 'clip.webm']);
    await page.getByRole('heading', { name: 'Preview' }).waitFor();
    await expect.poll(() => page.getByRole('article', { includeHidden: true }).count()).toBe(1);

    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    await page.getByRole('heading', { name: 'From a phone' }).waitFor();
    const answer = await page.request.get(`${web}/api/posts/${page.url().slice(-24)}`);
    const { data } = (await answer.json()) as {
      data: { media: { kind: string; width: number; alt: string; poster?: string; url: string }[] };
    };
    expect(data.media.map(({ kind, width: wide, alt }) => [kind, wide, alt])).toEqual([
      ['image', 600, ''],
      ['image', 1280, 'Blue fading into yellow'],
      ['video', 64, ''],
    ]);
    expect(data.media[2]?.poster).toMatch(/\.webp|\.jpe?g/);
    expect(open.problems).toEqual([]);
  });

  it('shrink a picture of more than 10 MB instead of rejecting it', async () => {
    const page = await visit(375, 740);
    const [width, height, channels] = [2400, 1700, 3] as const;
    // noise, which no format compresses well
    const buffer = await sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
      .png({ compressionLevel: 0 })
      .toBuffer();
    expect(buffer.length).toBeGreaterThan(TEN_MB);
    await unfold(page, 'Add a title');
    await title(page).fill('A big one');
    await choose(page, { name: 'big.png', mimeType: 'image/png', buffer });
    await tile(page, 'big.png').getByRole('progressbar', { name: 'Uploading big.png' }).waitFor();
    await uploaded(page);
    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    const answer = await page.request.get(`${web}/api/posts/${page.url().slice(-24)}`);
    const { data } = (await answer.json()) as { data: { media: { width: number; height: number }[] } };
    expect(data.media.map((item) => [item.width, item.height])).toEqual([[1280, 907]]);
  });

  it('show an error for each hostile or broken file and keep the others', async () => {
    const page = await visit(1440, 900);
    const good = await drawnPicture(page, 'good.webp', { width: 80, height: 60, type: 'image/webp' });
    const whole = await drawnPicture(page, 'half.jpg', { width: 900, height: 600 });
    const bad: [ChosenFile, string][] = [
      [
        pageAsPicture('page.jpg'),
        'Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.',
      ],
      [
        scriptAsPicture('script.png'),
        'Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.',
      ],
      [pictureBomb('bomb.png'), 'A picture may have at most 50 megapixels'],
      [{ ...whole, buffer: whole.buffer.subarray(0, 400) }, 'This picture is broken'],
      [{ name: 'empty.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }, 'This file is empty.'],
      [
        { name: 'huge.jpg', mimeType: 'image/jpeg', buffer: Buffer.alloc(TEN_MB + 1) },
        'A picture may have at most 10 MB; this one has 10.1 MB.',
      ],
      [
        { name: 'tool.exe', mimeType: 'application/octet-stream', buffer: Buffer.from('MZ') },
        'Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.',
      ],
    ];
    await unfold(page, 'Add a title');
    await title(page).fill('Still here');
    await choose(page, good, ...bad.map(([file]) => file));
    for (const [file, words] of bad) {
      await expect
        .poll(() => tile(page, file.name).getByRole('alert').textContent(), { timeout: 30_000 })
        .toContain(words);
    }
    await page.getByText('7 files could not be uploaded: try again or take them out').waitFor();
    expect(await send(page).isDisabled()).toBe(true);
    for (const [file] of bad)
      await tile(page, file.name)
        .getByRole('button', { name: /^Remove/ })
        .click();
    await uploaded(page);
    await expect.poll(() => tileNames(page)).toEqual(['good.webp']);
    expect(await title(page).inputValue()).toBe('Still here');
    expect(await page.title()).not.toContain('taken over');
    await expect.poll(() => send(page).isEnabled()).toBe(true);
    expect(open.problems.filter((text) => !/status of (400|415)/.test(text))).toEqual([]);
  });

  it('drop files that a post cannot contain, and say how many', async () => {
    const page = await visit(820, 1100);
    const small = await drawnPicture(page, '0.png', { width: 4, height: 3, type: 'image/png' });
    await choose(page, ...Array.from({ length: 12 }, (_none, index) => ({ ...small, name: `${index}.png` })));
    await page.getByText('A post takes 10 pictures: 2 left out.').waitFor();
    await uploaded(page);
    await expect.poll(() => tiles(page).count()).toBe(10);
  });

  it('accept files dropped anywhere, and pasted pictures', async () => {
    const page = await visit(1440, 900);
    const folder = await mkdtemp(join(tmpdir(), 'dropped-'));
    const dropped = await drawnPicture(page, 'dropped.jpg', { width: 90, height: 60 });
    await writeFile(join(folder, dropped.name), dropped.buffer);
    const devtools = await open.context.newCDPSession(page);
    const data = { items: [], files: [join(folder, dropped.name)], dragOperationsMask: 1 };
    for (const type of ['dragEnter', 'dragOver'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
    await page.getByText('Drop to add').waitFor();
    await devtools.send('Input.dispatchDragEvent', { type: 'drop', x: 300, y: 200, data });
    await uploaded(page);
    await expect.poll(() => tileNames(page)).toEqual(['dropped.jpg']);
    await rm(folder, { recursive: true });

    await open.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.evaluate(async () => {
      const canvas = new OffscreenCanvas(40, 30);
      canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
      await navigator.clipboard.write([new ClipboardItem({ 'image/png': canvas.convertToBlob() })]);
    });
    await form(page).getByLabel('What is on your mind?').focus();
    await page.keyboard.press('Control+V');
    await expect.poll(() => tiles(page).count()).toBe(2);
    await uploaded(page);
  });

  it('resume after a lost connection or an overloaded server', async () => {
    const page = await visit(1440, 900);
    let tries = 0;
    await page.route('**/api/media', async (route) => {
      tries += 1;
      if (tries === 1) await route.abort('connectionreset');
      else if (tries === 2)
        await route.fulfill({ status: 503, contentType: 'text/html', body: '<h1>Busy</h1>' });
      else await route.continue();
    });
    await choose(page, await drawnPicture(page, 'photo.jpg', { width: 400, height: 300 }));
    const alert = tile(page, 'photo.jpg').getByRole('alert');
    await expect.poll(() => alert.textContent()).toContain('The connection was lost.');
    await page.getByRole('button', { name: 'Try photo.jpg again' }).click();
    await expect.poll(() => alert.textContent()).toContain('Uploads are not possible right now.');
    await page.getByRole('button', { name: 'Try photo.jpg again' }).click();
    await uploaded(page);
    expect(tries).toBe(3);
  });

  it('cancel an upload when its file is removed', async () => {
    const page = await visit(1440, 900);
    await page.route('**/api/media', () => undefined);
    await choose(page, await drawnPicture(page, 'photo.jpg', { width: 400, height: 300 }));
    const failed = page.waitForEvent('requestfailed');
    await form(page).getByText('1 upload is still running').waitFor();
    await tile(page, 'photo.jpg').getByRole('button', { name: 'Cancel upload of picture 1' }).click();
    expect((await failed).url()).toMatch(/\/api\/media$/);
    await expect.poll(() => tiles(page).count()).toBe(0);
  });

  it('crop a photo that was taken sideways, and give the original back [B16-4]', async () => {
    const page = await visit(375, 740);
    // stored lying on its side: its left half, which is red, is the upper one
    const red = await sharp({ create: { width: 300, height: 400, channels: 3, background: '#d02020' } })
      .png()
      .toBuffer();
    const buffer = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#2020d0' } })
      .composite([{ input: red, left: 0, top: 0 }])
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    await choose(page, { name: 'sideways.jpg', mimeType: 'image/jpeg', buffer });
    const dialog = page.getByRole('dialog', { name: 'Crop picture 1' });
    const openCrop = async () => {
      await tile(page, 'sideways.jpg').getByRole('button', { name: 'Crop picture 1' }).click();
      await expect.poll(() => dialog.getByRole('button', { name: 'Save picture' }).isEnabled()).toBe(true);
    };
    await openCrop();
    await dialog.getByRole('button', { name: '1:1' }).click();
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await uploaded(page);
    await openCrop();
    await dialog.getByRole('button', { name: 'Use the original' }).click();
    await uploaded(page);
    await openCrop();
    await dialog.getByRole('button', { name: '1:1' }).click();
    // the upper part of the picture comes into the frame
    const area = dialog.getByRole('group', { name: /^Part of the picture/ });
    await area.focus();
    for (let press = 0; press < 60; press += 1) await page.keyboard.press('ArrowDown');
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await dialog.waitFor({ state: 'detached' });
    await uploaded(page);
    await send(page).click();
    await page.waitForURL(/\/p\/[0-9a-f]{24}$/);
    const answer = await page.request.get(`${web}/api/posts/${page.url().slice(-24)}`);
    const { data } = (await answer.json()) as {
      data: { media: { url: string; width: number; height: number }[] };
    };
    const [{ url, width, height } = { url: '', width: 0, height: 0 }] = data.media;
    expect([width, height]).toEqual([400, 400]);
    const stored = await page.request.get(new URL(url, web).href);
    const { data: pixels, info } = await sharp(await stored.body())
      .raw()
      .toBuffer({ resolveWithObject: true });
    const isRed = (y: number) => (pixels[(y * info.width + 200) * info.channels] ?? 0) > 128;
    // of the upright 400 × 600 pixels, the first 300 rows are red
    expect([20, 280, 320, 380].map(isRed)).toEqual([true, true, false, false]);
  });
});
