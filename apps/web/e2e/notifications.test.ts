import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible } from './support/accessible.js';
import { chromiumPath } from './support/chromium.js';
import { callsEnded } from './support/page-report.js';
import { newMember, openFeed, visiting, type Member } from './support/visits.js';

/**
 * A like must appear in another browser within 2 seconds, in milliseconds. The test reports when a slow machine
 * takes longer.
 */
const WITHIN = 2000;
const AT_LAST = { timeout: 15_000 };

describe.skipIf(chromiumPath === undefined)('notifications', () => {
  const web = inject('web');
  const visits = visiting();

  const calls = async (page: Page, path: string, data: object): Promise<{ data: { _id: string } }> => {
    const answer = await page.context().request.post(`${web}/api${path}`, { data, headers: { origin: web } });
    expect(answer.ok(), `${path} answered ${answer.status()}`).toBe(true);
    return (await answer.json()) as { data: { _id: string } };
  };
  const pageOf = (member: Member) => visits.memberPage({ storageState: member.state });
  const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });
  /** Resolves when one of the pages has opened the stream. */
  const begun = (page: Page) =>
    page.context().waitForEvent('response', (response) => response.url().endsWith('/notifications/events'));

  it('show a like from another browser in every tab through one stream, and are read once marked [B5-23]', async () => {
    const reader = await newMember(visits.browser);
    const liker = await visits.memberPage();
    const first = await pageOf(reader);
    const streams: string[] = [];
    first.context().on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    const post = (await calls(first, '/posts', { title: 'Ferry at dawn' })).data._id;
    const stream = begun(first);
    await openFeed(first);
    await stream;
    const second = await first.context().newPage();
    await second.goto(`${web}/about`);
    await link(second, 'Notifications').waitFor();

    const liked = Date.now();
    await calls(liker, `/post-interactions/${post}/like`, {});
    await link(first, 'Notifications, new').waitFor(AT_LAST);
    const took = Date.now() - liked;
    process.stdout.write(`a like showed in another browser after ${took} ms, of ${WITHIN}\n`);
    await link(second, 'Notifications, new').waitFor(AT_LAST);
    expect(streams).toHaveLength(1);

    await link(second, 'Notifications, new').click();
    const list = second.getByRole('region', { name: 'Your notifications' });
    await list.getByText(`${visits.member.fullName} liked “Ferry at dawn”`).waitFor();
    await second.getByText('Coming Soon').waitFor();
    await expectAccessible(second, 'notifications');
    await second.setViewportSize({ width: 375, height: 720 });
    await second.getByRole('button', { name: 'More, new notifications' }).waitFor();
    await second.getByRole('button', { name: 'Mark all as read' }).click();
    await second.getByRole('button', { name: 'More', exact: true }).waitFor();
    await link(first, 'Notifications').waitFor(AT_LAST);

    // closing the tab that has the stream: the other takes it over
    const other = begun(second);
    await first.close();
    await other;
    await second.setViewportSize({ width: 1440, height: 900 });
    await calls(liker, '/comments', { postId: post, body: 'Lovely' });
    await link(second, 'Notifications, new').waitFor(AT_LAST);
    await second.reload();
    await list.getByText(`${visits.member.fullName} commented on “Ferry at dawn”`).waitFor();
  });

  it('open no stream for visitors, nor after sign-out [B5-22]', async () => {
    const visitor = await visits.visitorPage();
    const streams: string[] = [];
    visitor.on('request', (request) => {
      if (request.resourceType() === 'eventsource') streams.push(request.url());
    });
    await openFeed(visitor);
    // deferred work has started by then
    await visitor.clock.runFor(15_000);
    await callsEnded(visitor);
    expect(streams).toEqual([]);

    const reader = await newMember(visits.browser);
    const page = await pageOf(reader);
    const stream = page.waitForRequest((request) => request.resourceType() === 'eventsource');
    await page.goto(`${web}/about`);
    const ended = page.waitForEvent('requestfailed', (request) => request.resourceType() === 'eventsource');
    await stream;
    await page.getByRole('button', { name: reader.fullName }).click();
    await page.getByRole('menuitem', { name: 'Logout' }).click();
    await ended;
  });

  it('have accessible settings and an accessible page [B5-24]', async () => {
    const page = await pageOf(await newMember(visits.browser));
    await page.goto(`${web}/settings/notifications`);
    const followers = page.getByRole('checkbox', { name: 'New followers' });
    const kept = page.waitForResponse((response) => response.request().method() === 'PATCH');
    await followers.click();
    expect((await kept).status()).toBe(200);
    await page.reload();
    await followers.waitFor();
    await expect.poll(() => followers.isChecked()).toBe(false);
    await expectAccessible(page, 'settings of notifications');
  });
});
