import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { CHROMIUM_ARGS, chromiumPath } from './support/chromium.js';
import { DEMO } from './support/people.js';

/** Chromium's setting for "block all cookies", which also blocks all other storage. */
const BLOCK = { profile: { default_content_setting_values: { cookies: 2 } } };

describe.skipIf(chromiumPath === undefined)('a browser that blocks cookies', () => {
  const web = inject('web');

  it('explains at sign-in and sign-up that cookies are required, and throws no errors', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'no-cookies-'));
    await mkdir(join(folder, 'Default'));
    await writeFile(join(folder, 'Default', 'Preferences'), JSON.stringify(BLOCK));
    const context = await chromium.launchPersistentContext(folder, {
      ...(chromiumPath === undefined ? {} : { executablePath: chromiumPath }),
      args: CHROMIUM_ARGS,
    });
    try {
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      const problems: string[] = [];
      page.on('pageerror', (error) => problems.push(error.message));
      await page.goto(`${web}/i/account/login`);
      expect(await page.evaluate(() => ((document.cookie = 'a=1'), document.cookie))).toBe('');
      const signIn = page.getByRole('form', { name: 'Sign In' });
      await signIn.getByLabel('Email or Username').fill(DEMO.userName);
      await signIn.getByLabel('Password', { exact: true }).fill(DEMO.password);
      await signIn.getByRole('button', { name: 'Sign In' }).click();
      await page
        .getByText(/^This site needs cookies/)
        .first()
        .waitFor();
      expect(await signIn.getByLabel('Email or Username').inputValue()).toBe(DEMO.userName);
      await page.goto(`${web}/i/account/signup`);
      const signUp = page.getByRole('form', { name: 'Sign Up' });
      await signUp.getByLabel('Full name').fill('Nobody Kept');
      await signUp.getByLabel('Username').fill('nobody_kept');
      await signUp.getByLabel('Email').fill('nobody.kept@example.org');
      await signUp.getByLabel('Password', { exact: true }).fill('browser tests 1');
      await signUp.getByLabel('Confirm password').fill('browser tests 1');
      await signUp.getByRole('button', { name: 'Create account' }).click();
      await page
        .getByText(/^This site needs cookies/)
        .first()
        .waitFor();
      await page.goto(`${web}/home`);
      await page.waitForURL(`${web}/i/account/login`);
      // includes work deferred until after the page has loaded
      await page.waitForTimeout(3000);
      expect(problems).toEqual([]);
    } finally {
      await context.close();
      await rm(folder, { recursive: true, force: true });
    }
  });
});
