import type { SecurityLogEntry } from '@social-feed/contracts';
import { fireEvent, screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { token } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const entry = (id: number, over: Partial<SecurityLogEntry>): SecurityLogEntry => ({
  _id: idOf(id),
  at: '2025-11-20T09:00:00.000Z',
  event: 'sign-in',
  detail: 'Password',
  device: 'Firefox on Windows',
  network: '203.0.113.0/24',
  count: 1,
  ...over,
});
const serveLog = (
  answer: (cursor: string) => { data: SecurityLogEntry[]; nextCursor: string | null } | number,
) =>
  server.use(
    http.get('/api/auth/security-log', ({ request }) => {
      const found = answer(new URL(request.url).searchParams.get('cursor') ?? '');
      if (typeof found === 'number') return HttpResponse.json({ message: 'Broken' }, { status: found });
      return HttpResponse.json({ success: true, ...found });
    }),
  );

beforeEach(() => {
  const none = () => HttpResponse.json({ success: true, data: [] });
  server.use(
    http.get('/api/auth/sessions', none),
    http.get('/api/auth/tokens', none),
    http.get('/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
  );
});

const open = async () => {
  renderApp({ user: testUser(), url: '/settings/activity' });
  return within(await screen.findByRole('region', { name: 'Recent activity' }));
};

describe('recent activity', () => {
  it('tells sign-ins, failed ones and changes, with device and network [B22-7]', async () => {
    serveLog(() => ({
      data: [
        entry(1, {}),
        entry(2, { event: 'sign-in-failed', count: 12 }),
        entry(3, { event: 'token-created', detail: 'Backup script' }),
        entry(4, { event: 'other-sessions-ended', detail: '', count: 2 }),
        entry(5, { event: 'sign-in', detail: 'Google' }),
        entry(6, { event: 'factor-removed', detail: '', device: '', network: '' }),
      ],
      nextCursor: null,
    }));
    const area = await open();
    const rows = within(await area.findByRole('list', { name: 'Recent activity' })).getAllByRole('listitem');
    expect(rows.map((row) => row.textContent)).toEqual([
      'Signed in with the passwordNov 20, 2025 · Firefox on Windows · 203.0.113.0/24',
      '12 failed sign-ins: wrong passwordNov 20, 2025 · Firefox on Windows · 203.0.113.0/24',
      'API token created: Backup scriptNov 20, 2025 · Firefox on Windows · 203.0.113.0/24',
      'Signed out 2 other devicesNov 20, 2025 · Firefox on Windows · 203.0.113.0/24',
      'Signed in with GoogleNov 20, 2025 · Firefox on Windows · 203.0.113.0/24',
      'Second step removedNov 20, 2025',
    ]);
    expect(area.queryByRole('button')).toBeNull();
  });

  it('loads more, and retries a page that failed', async () => {
    let broken = true;
    serveLog((cursor) => {
      if (cursor === '') return { data: [entry(1, {})], nextCursor: 'next' };
      return broken ? 400 : { data: [entry(2, { event: 'sign-out', detail: '' })], nextCursor: null };
    });
    const area = await open();
    fireEvent.click(await area.findByRole('button', { name: 'Show more activity' }));
    expect(await area.findByText('Failed to load more activity')).toBeVisible();
    broken = false;
    fireEvent.click(area.getByRole('button', { name: 'Try Again' }));
    expect(await area.findByText('Signed out')).toBeVisible();
    expect(area.getAllByRole('listitem')).toHaveLength(2);
  });

  it('shows a change made on another page of the settings', async () => {
    let made = 0;
    serveLog(() => ({
      data: made > 0 ? [entry(2, { event: 'token-created', detail: 'Backup' })] : [],
      nextCursor: null,
    }));
    server.use(
      http.post('/api/auth/tokens', () => {
        made += 1;
        return HttpResponse.json(
          { success: true, data: token(7, 'Backup'), token: 'sf_pat_1' },
          { status: 201 },
        );
      }),
    );
    const view = renderApp({ user: testUser(), url: '/settings/activity' });
    expect(await screen.findByText('No activity yet.')).toBeVisible();
    await view.open('/settings/tokens');
    fireEvent.change(await screen.findByLabelText('Token name'), { target: { value: 'Backup' } });
    fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
    await screen.findByText('sf_pat_1');
    await view.open('/settings/activity');
    expect(await screen.findByText('API token created: Backup')).toBeVisible();
  });

  it('retries a log that failed to load', async () => {
    let broken = true;
    serveLog(() => (broken ? 400 : { data: [entry(1, {})], nextCursor: null }));
    const area = await open();
    expect(await area.findByText('Broken')).toBeVisible();
    broken = false;
    fireEvent.click(area.getByRole('button', { name: 'Try Again' }));
    expect(await area.findByText('Signed in with the password')).toBeVisible();
  });
});
