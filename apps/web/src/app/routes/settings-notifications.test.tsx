import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

let muted: string[];
let digest: string;
let todayHour: number | null;
let todayZone: string | undefined;
let sent: string[][];
const settings = () => HttpResponse.json({ success: true, data: { muted, digest, todayHour, todayZone } });
const open = async () => {
  const view = renderApp({ user: testUser(), url: '/settings/notifications' });
  return { ...view, area: within(await screen.findByRole('region', { name: 'Notify me about' })) };
};

beforeEach(() => {
  muted = ['follow'];
  digest = 'off';
  todayHour = null;
  todayZone = undefined;
  sent = [];
  server.use(
    http.get('/api/notifications/settings', settings),
    http.patch('/api/notifications/settings', async ({ request }) => {
      ({ muted, digest, todayHour, todayZone } = (await request.json()) as {
        muted: string[];
        digest: string;
        todayHour: number | null;
        todayZone?: string;
      });
      sent.push(muted);
      return settings();
    }),
  );
});

describe('the switches for notifications', () => {
  it('show the current choice, and change it [B5-24]', async () => {
    const { area, user } = await open();
    expect(await area.findByRole('checkbox', { name: 'New followers' })).not.toBeChecked();
    expect(area.getByRole('checkbox', { name: 'Likes of your posts' })).toBeChecked();
    await user.click(area.getByRole('checkbox', { name: 'New followers' }));
    await user.click(area.getByRole('checkbox', { name: 'Likes of your posts' }));
    await waitFor(() => expect(sent.at(-1)).toEqual(['like']));
    expect(area.getByRole('checkbox', { name: 'New followers' })).toBeChecked();
  });

  it('are sent one after the other, so that the last press wins [B5-24]', async () => {
    const gate = makeGate();
    let under = 0;
    server.use(
      http.patch('/api/notifications/settings', async ({ request }) => {
        under += 1;
        expect(under).toBe(1);
        await gate.passed;
        ({ muted } = (await request.json()) as { muted: string[] });
        under -= 1;
        return settings();
      }),
    );
    const { area, user } = await open();
    const likes = await area.findByRole('checkbox', { name: 'Likes of your posts' });
    await user.click(likes);
    await user.click(likes);
    await user.click(area.getByRole('checkbox', { name: 'New followers' }));
    expect(likes).toBeChecked();
    gate.open();
    await waitFor(() => expect(muted).toEqual([]));
    expect(likes).toBeChecked();
  });

  it('roll back with an error if the network fails [B5-24]', async () => {
    server.use(http.patch('/api/notifications/settings', () => HttpResponse.error()));
    const { area, user } = await open();
    await user.click(await area.findByRole('checkbox', { name: 'New followers' }));
    await waitFor(() => expect(area.getByRole('checkbox', { name: 'New followers' })).not.toBeChecked());
    expect(await screen.findByText('Cannot connect to server...')).toBeVisible();
  });

  it('show an error if they fail to load [B5-24]', async () => {
    server.use(http.get('/api/notifications/settings', () => HttpResponse.json({}, { status: 400 })));
    const { area, user } = await open();
    await area.findByRole('alert');
    expect(screen.getAllByRole('alert')).toHaveLength(3);
    server.use(http.get('/api/notifications/settings', settings));
    await user.click(area.getByRole('button', { name: 'Try Again' }));
    expect(await area.findByRole('checkbox', { name: 'New followers' })).not.toBeChecked();
  });
});

describe('the digest choice', () => {
  const openMail = async () => {
    const view = renderApp({ user: testUser(), url: '/settings/notifications' });
    return { ...view, area: within(await screen.findByRole('region', { name: 'By e-mail' })) };
  };

  it('is off by default, and changes independently of the switches [B5-19]', async () => {
    const { area, user } = await openMail();
    const weekly = await area.findByRole('radio', { name: 'Once a week' });
    expect(area.getByRole('radio', { name: 'Never' })).toBeChecked();
    await user.click(weekly);
    expect(weekly).toBeChecked();
    await waitFor(() => expect([digest, muted]).toEqual(['weekly', ['follow']]));
    await user.click(screen.getByRole('checkbox', { name: 'New followers' }));
    await waitFor(() => expect([digest, muted]).toEqual(['weekly', []]));
  });

  it('rolls back with an error if the network fails [B5-19]', async () => {
    server.use(http.patch('/api/notifications/settings', () => HttpResponse.error()));
    const { area, user } = await openMail();
    await user.click(await area.findByRole('radio', { name: 'Once a day' }));
    await waitFor(() => expect(area.getByRole('radio', { name: 'Never' })).toBeChecked());
    expect(await screen.findByText('Cannot connect to server...')).toBeVisible();
  });
});

describe("the switch for today's hand by mail", () => {
  const openMail = async () => {
    const view = renderApp({ user: testUser(), url: '/settings/notifications' });
    const area = within(await screen.findByRole('region', { name: "Today's hand by e-mail" }));
    return {
      ...view,
      mail: await area.findByRole('checkbox', { name: "Send me today's hand each morning" }),
    };
  };

  it('is off by default, and asks for 7 by the clock of the place [B11-13 B34-5]', async () => {
    vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({
      ...new Intl.DateTimeFormat('en-US').resolvedOptions(),
      timeZone: 'Asia/Kolkata',
    });
    const { mail, user } = await openMail();
    expect(mail).not.toBeChecked();
    await user.click(mail);
    expect(mail).toBeChecked();
    expect(await screen.findByText('At 7:00, Asia/Kolkata')).toBeVisible();
    await waitFor(() => expect([todayHour, todayZone]).toEqual([7, 'Asia/Kolkata']));
    expect([digest, muted]).toEqual(['off', ['follow']]);
    await user.click(mail);
    await waitFor(() => expect([todayHour, todayZone]).toEqual([null, undefined]));
    expect(mail).not.toBeChecked();
  });

  it('rolls back with an error if the network fails [B11-13]', async () => {
    server.use(http.patch('/api/notifications/settings', () => HttpResponse.error()));
    const { mail, user } = await openMail();
    await user.click(mail);
    await waitFor(() => expect(mail).not.toBeChecked());
    expect(await screen.findByText('Cannot connect to server...')).toBeVisible();
  });
});
