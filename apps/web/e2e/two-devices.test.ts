import { expect, inject, it, describe } from 'vitest';
import { broken } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { newMember, openFeed, visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('two devices of one user', () => {
  const web = inject('web');
  const visits = visiting();

  it('share follows: a follow on one device appears on the other after a reload [B2-13]', async () => {
    const star = await newMember(visits.browser);
    const phone = await visits.memberPage({ viewport: { width: 375, height: 720 } });
    const desk = await visits.memberPage();
    const profile = `${web}/profile/${star.id}`;
    for (const page of [phone, desk]) {
      await page.goto(profile);
      await page.getByRole('button', { name: `Follow ${star.fullName}` }).waitFor();
      await page.getByRole('button', { name: '0 Followers' }).waitFor();
    }
    const calls: string[] = [];
    phone.on('request', (request) => {
      if (request.method() === 'POST') calls.push(new URL(request.url()).pathname);
    });
    let send: () => void = () => undefined;
    const shown = new Promise<void>((resolve) => (send = resolve));
    await phone.route('**/api/people/changes', async (route) => {
      await shown;
      await route.continue();
    });
    const kept = phone.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await phone.getByRole('button', { name: `Follow ${star.fullName}` }).click();
    await phone.getByRole('button', { name: '1 Follower' }).waitFor();
    send();
    expect((await kept).status()).toBe(200);
    expect(calls).toEqual(['/api/people/changes']);
    await phone.getByRole('button', { name: '1 Follower' }).click();
    const followers = phone.getByRole('dialog', { name: 'Followers' });
    await followers.getByRole('link', { name: visits.member.fullName }).waitFor();

    await desk.reload();
    await desk.getByRole('button', { name: `Following ${star.fullName}` }).waitFor();
    await desk.getByRole('button', { name: '1 Follower' }).waitFor();

    const follows = async () => {
      const answer = await desk.request.get(`${web}/api/people/own`);
      return ((await answer.json()) as { data: { follows: string[] } }).data.follows;
    };
    expect(await follows()).toContain(star.id);

    // a change that fails offline is sent once the network is back
    await desk.context().setOffline(true);
    await desk.getByRole('button', { name: `Following ${star.fullName}` }).click();
    await desk.getByRole('button', { name: '0 Followers' }).waitFor();
    await desk.context().setOffline(false);
    await desk.reload();
    // the page before the reload may send it too, unseen by Playwright: the server is asked
    await expect.poll(follows, { timeout: 90_000 }).not.toContain(star.id);
    await openFeed(phone);
    await phone.goto(profile);
    await phone.getByRole('button', { name: `Follow ${star.fullName}` }).waitFor();
    await phone.getByRole('button', { name: '0 Followers' }).waitFor();
  });

  it('share muted words: posts that contain one are thin lines on both, also after a reload [B2-31]', async () => {
    const phone = await visits.memberPage({ viewport: { width: 375, height: 720 } });
    const desk = await visits.memberPage();
    await openFeed(desk, '/home?seed=4711');
    // text behind a warning cannot be read here
    const plain = desk
      .locator('[role=feed] article')
      .filter({ hasNot: desk.getByText('Content warning:') })
      .first();
    const id = await plain.getAttribute('data-post-id');
    const word = (await plain.getByRole('heading').innerText()).split(/[^\p{L}\p{N}]/u)[0] ?? '';
    const second = await desk.locator('[role=feed] article').nth(1).getAttribute('aria-labelledby');
    expect(second).not.toBeNull();

    await phone.goto(`${web}/settings/care`);
    const kept = phone.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await phone.getByRole('textbox', { name: 'Word or #tag' }).fill(word);
    await phone.getByRole('button', { name: 'Mute', exact: true }).click();
    await phone.getByRole('button', { name: `Unmute ${word}` }).waitFor();
    expect((await kept).status()).toBe(200);

    const own = desk.waitForResponse((response) => response.url().endsWith('/api/people/own'));
    await desk.reload();
    await own;
    // by its post: other tests publish, which moves it down
    const line = desk
      .locator(`article[data-post-id="${id}"]`)
      .and(desk.getByRole('article', { name: /^\d+ posts? with “.+” hidden$/ }));
    await line.waitFor();
    // j and k move to it like to a post
    await line.focus();
    await desk.keyboard.press('j');
    const number = Number(await line.getAttribute('aria-posinset'));
    const place = () =>
      desk.evaluate(() => Number(document.activeElement?.getAttribute('aria-posinset') ?? 0));
    await expect.poll(place).toBeGreaterThan(number);
    await desk.keyboard.press('k');
    await expect.poll(place).toBe(number);
    expect(await broken(desk)).toEqual([]);
    await desk.reload();
    await line.waitFor();
    await line.getByRole('button', { name: /^Show/ }).click();
    await desk.locator(`article[data-post-id="${id}"][aria-labelledby]`).waitFor();
    // its own page still shows it
    await phone.goto(`${web}/p/${id}`);
    await phone.getByRole('heading', { level: 1 }).or(phone.getByRole('article')).first().waitFor();

    await phone.goto(`${web}/settings/care`);
    const undone = phone.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await phone.getByRole('button', { name: `Unmute ${word}` }).click();
    expect((await undone).status()).toBe(200);
  });
});
