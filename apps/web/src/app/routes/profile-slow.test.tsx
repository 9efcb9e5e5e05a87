import { screen, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { board, grace, serveProfile } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

it('a profile shows no counts before the board is loaded', async () => {
  const gate = makeGate();
  serveProfile();
  server.use(
    http.get('/api/boards/user/:id', async () => {
      await gate.passed;
      return HttpResponse.json({ success: true, data: board });
    }),
  );
  renderApp({ user: testUser(), url: `/${grace.userName}` });
  await screen.findByRole('heading', { name: grace.fullName });
  const stats = within(screen.getByRole('list', { name: 'Stats' }));
  expect(stats.getByRole('button', { name: /Followers/ })).toBeDisabled();
  expect(stats.queryByText('0')).toBeNull();
  gate.open();
  expect(await stats.findByRole('button', { name: '1.5K Followers' })).toBeEnabled();
});
