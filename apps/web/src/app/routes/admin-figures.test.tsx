import type { DayFigures } from '@social-feed/contracts';
import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });
// Compiling it can take longer than a test waits.
beforeAll(() => import('../../features/moderation/figures/figures-page'));

const day = (date: string, change: Partial<DayFigures> = {}): DayFigures => ({
  date,
  isOver: true,
  people: 100,
  signUps: 2,
  activePeople: 40,
  posts: 10,
  reports: 0,
  openReports: 3,
  storageBytes: 10 * 1024 * 1024,
  mailsSent: 5,
  mailsFailed: 0,
  jobsGivenUp: 0,
  ...change,
});
const UNKNOWN = { activePeople: null, openReports: null, storageBytes: null, mailsSent: null };

let days: DayFigures[];
let asked: string[];
let status: number;
beforeEach(() => {
  days = [
    day('2026-11-24', { people: 95, ...UNKNOWN, mailsFailed: null }),
    day('2026-11-25', { people: 100 }),
    day('2026-11-26', { isOver: false, people: 1101, openReports: 1, activePeople: 20, signUps: 1 }),
  ];
  [asked, status] = [[], 200];
  server.use(
    http.get('*/api/admin/figures', ({ request }) => {
      asked.push(new URL(request.url).searchParams.get('days') ?? '');
      if (status !== 200)
        return HttpResponse.json({ success: false, code: 'INTERNAL', message: 'Not now' }, { status });
      return HttpResponse.json({ success: true, data: days });
    }),
  );
});

const open = (change = {}) =>
  renderApp({ user: testUser({ isModerator: true, ...change }), url: '/admin/figures' });
const rowOf = (table: HTMLElement, name: string) =>
  within(within(table).getByRole('row', { name: new RegExp(`^${name}`) }))
    .getAllByRole('cell')
    .map(({ textContent }) => textContent);

describe('/admin/figures', () => {
  it('shows today, what the days amount to and a chart of each figure [B20-74]', async () => {
    open();
    const table = await screen.findByRole('table', { name: 'Figures of the last 30 days' });
    expect(rowOf(table, 'People').slice(0, 2)).toEqual(['1,101', '+1,006']);
    expect(rowOf(table, 'Sign-ups').slice(0, 2)).toEqual(['1', '5']);
    expect(rowOf(table, 'Active people').slice(0, 2)).toEqual(['20', '30 a day']);
    expect(rowOf(table, 'Open reports').slice(0, 2)).toEqual(['1', '−2']);
    expect(rowOf(table, 'Storage').slice(0, 2)).toEqual(['10 MB', 'no change']);
    expect(screen.getByText(/Mails are counted when the mail server takes or rejects them/)).toBeVisible();
    expect(
      within(table).getByRole('img', { name: 'People by day, between 95 and 1,101' }),
    ).toBeInTheDocument();
    expect(within(table).getAllByRole('img')).toHaveLength(10);
  });

  it('lists each day on a press, the latest first; today is not over [B20-74]', async () => {
    const { user } = open();
    expect(await screen.findAllByRole('table')).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Day by day' }));
    const table = within(screen.getByRole('article', { name: 'Day by day' })).getByRole('table');
    const [, ...rows] = within(table)
      .getAllByRole('rowheader')
      .map(({ textContent }) => textContent);
    expect(within(table).getAllByRole('rowheader')[0]).toHaveTextContent('Today, not over yet');
    expect(rows).toEqual(['Nov 25, 2026', 'Nov 24, 2026']);
    expect(rowOf(table, 'Nov 24, 2026')).toEqual(['95', '2', '–', '10', '0', '–', '–', '–', '–', '0']);
    await user.click(screen.getByRole('button', { name: 'Day by day' }));
    expect(screen.queryByRole('article', { name: 'Day by day' })).not.toBeInTheDocument();
  });

  it('shows 30, 90 or 365 days [B20-74]', async () => {
    const { user } = open();
    await screen.findByRole('table', { name: 'Figures of the last 30 days' });
    await user.click(screen.getByRole('button', { name: '365 days' }));
    expect(await screen.findByRole('table', { name: 'Figures of the last 365 days' })).toBeInTheDocument();
    expect(asked).toEqual(['30', '365']);
  });

  it('shows a failure and retries', async () => {
    status = 500;
    const { user } = open();
    const retry = await screen.findByRole('button', { name: /Try again/i }, { timeout: 20_000 });
    status = 200;
    await user.click(retry);
    expect(await screen.findByRole('table')).toBeInTheDocument();
  });

  it('shows an instance of one day', async () => {
    days = [day('2026-11-26', { isOver: false, people: 1, signUps: 1, ...UNKNOWN })];
    open();
    const table = await screen.findByRole('table');
    expect(rowOf(table, 'People').slice(0, 2)).toEqual(['1', 'no change']);
    expect(rowOf(table, 'Active people').slice(0, 2)).toEqual(['–', '–']);
    expect(within(table).getByRole('img', { name: 'Active people: not known' })).toBeInTheDocument();
  });

  it('is not found by members [B20-74]', async () => {
    server.use(serveSessionOf(testUser()));
    open({ isModerator: false });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeInTheDocument();
    expect(asked).toEqual([]);
  });
});
