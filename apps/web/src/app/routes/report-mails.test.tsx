import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });
beforeAll(() => import('./settings-notifications'));

it('lets moderators switch off the mails about new reports, and rolls back if that fails [B20-10]', async () => {
  const sent: unknown[] = [];
  const data = { muted: [], digest: 'off', todayHour: null, reportMails: true };
  server.use(
    http.get('*/api/notifications/settings', () => HttpResponse.json({ success: true, data })),
    http.patch('*/api/notifications/settings', async ({ request }) => {
      sent.push(await request.json());
      return HttpResponse.error();
    }),
  );
  const { user } = renderApp({ user: testUser({ isModerator: true }), url: '/settings/notifications' });
  const box = await screen.findByRole('checkbox', { name: /^Mails about new reports/ });
  expect(box).toBeChecked();
  await user.click(box);
  // a failed write is retried
  await waitFor(() => expect(sent).toContainEqual({ ...data, reportMails: false }));
  await waitFor(() => expect(box).toBeChecked());
});
