import { expect, inject, it, describe } from 'vitest';
import { chromiumPath } from './support/chromium.js';
import { newMember, openFeed, visiting } from './support/visits.js';

describe.skipIf(chromiumPath === undefined)('two devices of one person', () => {
  const web = inject('web');
  const visits = visiting();

  it('follow the same people: who is followed on one is followed on the other once that reloads', async () => {
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
    const kept = phone.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await phone.getByRole('button', { name: `Follow ${star.fullName}` }).click();
    await phone.getByRole('button', { name: '1 Follower' }).waitFor();
    expect(calls).toEqual([]);
    expect((await kept).status()).toBe(200);
    await phone.getByRole('button', { name: '1 Follower' }).click();
    const followers = phone.getByRole('dialog', { name: 'Followers' });
    await followers.getByRole('link', { name: visits.member.fullName }).waitFor();

    await desk.reload();
    await desk.getByRole('button', { name: `Following ${star.fullName}` }).waitFor();
    await desk.getByRole('button', { name: '1 Follower' }).waitFor();

    // what the network takes away is sent after a reload
    await desk.context().setOffline(true);
    await desk.getByRole('button', { name: `Following ${star.fullName}` }).click();
    await desk.getByRole('button', { name: '0 Followers' }).waitFor();
    await desk.context().setOffline(false);
    const undone = desk.waitForResponse((response) => response.url().endsWith('/api/people/changes'));
    await desk.reload();
    expect((await undone).status()).toBe(200);
    await openFeed(phone);
    await phone.goto(profile);
    await phone.getByRole('button', { name: `Follow ${star.fullName}` }).waitFor();
    await phone.getByRole('button', { name: '0 Followers' }).waitFor();
  });
});
