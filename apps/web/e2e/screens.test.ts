import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { broken, tooWide } from './support/accessible.js';
import { closePages, launch, openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';
import { feedIsOpen } from './support/feed.js';
import { isLong } from './support/long.js';
import { type Member, newMember, resize } from './support/visits.js';
import { callsEnded } from './support/page-report.js';

const PICTURES = fileURLToPath(new URL('../test-results/screens/', import.meta.url));
/** Phones and desktops are checked with every screen (accessible-screens.test.ts). */
const SIZES = [
  { width: 375, height: 812 },
  { width: 820, height: 1180 },
  { width: 1440, height: 900 },
].filter(({ width }) => isLong || width === 820);

describe.skipIf(chromiumPath === undefined)('screens', () => {
  const web = inject('web');
  let browser: Browser;
  let member: Member;
  let postId: string;

  const open: Record<string, (page: Page) => Promise<unknown>> = {
    'sign-in': async (page) => {
      await page.goto(`${web}/i/account/login`);
      await page.getByRole('form', { name: 'Sign In' }).waitFor();
    },
    'sign-up': async (page) => {
      await page.goto(`${web}/i/account/signup`);
      await page.getByRole('form', { name: 'Sign Up' }).waitFor();
    },
    feed: async (page) => {
      await page.goto(`${web}/home`);
      await feedIsOpen(page);
    },
    post: async (page) => {
      await page.goto(`${web}/p/${postId}`);
      await page.getByRole('article').first().waitFor();
    },
  };
  /** Screens of a signed-in user. */
  const MEMBERS = ['feed', 'post'];

  beforeAll(async () => {
    mkdirSync(PICTURES, { recursive: true });
    const answer = await fetch(`${inject('api')}/posts?sortBy=likes&limit=20`);
    const { data } = (await answer.json()) as { data: { _id: string; media: unknown[] }[] };
    postId = (data.find((post) => post.media.length > 1) ?? data[0])?._id ?? '';
    browser = await launch();
    member = await newMember(browser);
  });

  afterAll(async () => {
    await closePages(browser);
  });

  it.each(Object.keys(open))(
    '%s: fits its width, accessible in both themes, without errors',
    async (name) => {
      const storageState = MEMBERS.includes(name) ? member.state : undefined;
      const watched = await openPage(browser, {
        colorScheme: 'light',
        reducedMotion: 'reduce',
        ...(storageState ? { storageState } : {}),
      });
      const { page } = watched;
      await open[name]?.(page);
      for (const viewport of SIZES) {
        await resize(page, viewport);
        await callsEnded(page);
        for (const colorScheme of ['light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await page.screenshot({ path: join(PICTURES, `${name}-${viewport.width}-${colorScheme}.png`) });
          const at = `${viewport.width} px, ${colorScheme}`;
          expect({ at, found: await tooWide(page) }).toEqual({ at, found: [] });
          if (viewport.width === 820) {
            const rules = colorScheme === 'light' ? 'all' : 'contrast';
            expect({ at, found: await broken(page, rules) }).toEqual({ at, found: [] });
          }
          expect({ at, found: watched.problems }).toEqual({ at, found: [] });
        }
      }
      await watched.close();
    },
  );
});
