import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { ACCOUNT } from './support/accounts.js';
import { closePages, launch, openPage } from './support/browser.js';
import { chromiumPath } from './support/chromium.js';

const INSTANCE = {
  name: 'Harbour Square Neighbours',
  description: 'By the sea',
  accent: '#0f9d58',
  logo: '',
  contact: 'office@harbour.example',
  rules: ['Be kind', 'No spam'],
  announcement: 'Back at noon',
  language: 'en',
  registration: 'open',
  version: '1.0.0',
  texts: ['terms'],
  signIn: { password: true, google: true, facebook: false, linkedin: false },
};

describe.skipIf(chromiumPath === undefined)('an instance with its own name', () => {
  const web = inject('web');
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(() => closePages(browser));

  // answered in the browser: other files use the same stack
  const answer = (page: Page, data: object) =>
    page.route('**/api/instance', (route) => route.fulfill({ json: { success: true, data } }));
  const accentOf = (page: Page) =>
    page.evaluate(() => {
      const probe = document.createElement('i');
      probe.style.color = 'var(--accent)';
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    });

  it('has its name and colour in the first paint of the second visit, and nothing moves [B18-4 B18-7 B18-9]', async () => {
    // without transitions, whose colours between two themes have less contrast
    const watched = await openPage(browser, { colorScheme: 'light', reducedMotion: 'reduce' });
    const { page, problems } = watched;
    await page.route('**/api/instance', async (route) => {
      await page.getByRole('button', { name: 'Continue with Facebook' }).waitFor();
      await route.fulfill({ json: { success: true, data: INSTANCE } });
    });
    await page.goto(`${web}${ACCOUNT.login}`);
    await page.getByText(INSTANCE.name, { exact: true }).waitFor();
    await expect.poll(() => page.title()).toBe(`Sign In · ${INSTANCE.name}`);
    // learnt after the first paint: the buttons keep their places and say so
    await page.getByRole('button', { name: /Continue with Facebook.*Not available here/ }).waitFor();
    expect(await watched.layoutShift()).toBe(0);

    // a page that was not fetched may not load the pictures of the API, which has another address here
    await page.route('**/api/showcase', (route) =>
      route.fulfill({ json: { success: true, data: [], posts: 0 } }),
    );
    // the file that the browser has without a connection, which tells no settings
    await page.route('**/i/account/login', async (route) => {
      const answer = await route.fetch();
      const body = (await answer.text()).replace(/<meta name="instance"[^>]*>/, '');
      await route.fulfill({ response: answer, body });
    });
    // without the app's scripts only theme.js has run
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto(`${web}${ACCOUNT.login}`, { waitUntil: 'domcontentloaded' });
    expect(await page.title()).toBe(INSTANCE.name);
    const accent = await accentOf(page);
    expect(accent).toMatch(/^oklch\(0\.51 0\.1\d+ 15\d/);
    await page.unroute('**/assets/*.js');
    await page.unroute('**/api/instance');
    await answer(page, INSTANCE);
    problems.length = 0;

    await page.goto(`${web}${ACCOUNT.login}`);
    await page.getByRole('navigation', { name: 'Support' }).getByRole('link', { name: 'Terms' }).waitFor();
    await expect.poll(() => page.getByRole('button', { name: /Continue with/ }).count()).toBe(2);
    expect(await watched.layoutShift()).toBe(0);
    await expectAccessible(page, 'sign-in of a named instance');
    expect(problems).toEqual([]);
  });

  it('asks new members to agree to its rules, which everybody can read [B18-5 B18-7]', async () => {
    const { page } = await openPage(browser, { reducedMotion: 'reduce' });
    await answer(page, INSTANCE);
    await page.goto(`${web}${ACCOUNT.signup}`);
    const rules = page.getByRole('region', { name: 'Rules' });
    await rules.getByText('No spam').waitFor();
    await page.getByRole('button', { name: 'Create account' }).click();
    await rules.getByText('Agree to the rules to create an account').waitFor();
    await expectAccessible(page, 'sign-up with rules');
    await page.goto(`${web}/i/texts/rules`);
    await page.getByRole('heading', { name: 'Rules' }).waitFor();
    await page.getByText('Be kind').waitFor();
    await expectAccessible(page, 'rules');
  });
});
