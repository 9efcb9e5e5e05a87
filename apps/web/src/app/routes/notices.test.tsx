import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, expect, it, vi } from 'vitest';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });
beforeAll(() => import('./notifications'));

const open = () => renderApp({ user: testUser(), url: '/notifications' });

it('shows what the moderators told the user, as plain text [B20-7 B20-47]', async () => {
  const notice = {
    _id: idOf(1),
    at: '2026-03-01T12:00:00.000Z',
    kind: 'warn',
    rule: 'No <i>spam</i>',
    content: 'Buy <b>now</b>',
    text: 'Stop <b>it</b>',
  };
  server.use(
    http.get('*/api/notifications/notices', () => HttpResponse.json({ success: true, data: [notice] })),
  );
  open();
  const notices = within(await screen.findByRole('region', { name: 'From the moderators' }));
  notices.getByText('A warning from the moderators');
  // a rule may have another direction than the words before it
  expect(notices.getByText('No <i>spam</i>').tagName).toBe('BDI');
  notices.getByText('“Buy <b>now</b>”');
  notices.getByText('Stop <b>it</b>');
});

it('shows the notifications alone if there is nothing, or if it fails to load', async () => {
  server.use(http.get('*/api/notifications/notices', () => HttpResponse.error()));
  open();
  await screen.findByText('Nothing new');
  expect(screen.queryByRole('region', { name: 'From the moderators' })).toBeNull();
});
