import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, expect, it, vi } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 60_000 });

/** The first test of a file also loads the app. */
const SLOW = { timeout: 30_000 };

const sent: unknown[] = [];
let expired = { count: 12, more: false };
beforeEach(() => {
  sent.length = 0;
  expired = { count: 12, more: false };
  let saved: unknown = null;
  const settings = () =>
    HttpResponse.json({
      success: true,
      data: { commenting: 'everybody', commentsCloseAfter: null, deleteAfter: saved },
    });
  server.use(
    http.get('*/api/posts/settings', settings),
    http.get('*/api/posts/settings/expired', ({ request }) => {
      sent.push(new URL(request.url).search);
      return HttpResponse.json({ success: true, data: expired });
    }),
    http.patch('*/api/posts/settings', async ({ request }) => {
      const body = (await request.json()) as { deleteAfter: unknown };
      sent.push(body);
      saved = body.deleteAfter;
      return settings();
    }),
  );
});

const open = async () => {
  const app = renderApp({ user: testUser(), url: '/settings/posts' });
  return { ...app, field: await screen.findByRole('combobox', { name: 'Delete my posts' }, SLOW) };
};
const dialog = () => screen.findByRole('alertdialog', { name: /^Delete posts after/ }, SLOW);

it('asks with the number of posts before it is on, and is off at once [B24-41 B24-47]', async () => {
  const { user, field } = await open();
  expect(field).toHaveDisplayValue('Never');
  await user.selectOptions(field, 'After 1 month');
  expect(await dialog()).toHaveTextContent('Now 12 posts are older. Deleting them starts within an hour');
  expect(await dialog()).toHaveTextContent('Posts that you saved or pinned stay.');
  expect(sent).toEqual(['?deleteAfter=30']);
  await user.click(screen.getByRole('button', { name: 'Delete 12 posts' }));
  await waitFor(() => expect(sent[1]).toEqual({ deleteAfter: 30 }));
  expect(field).toHaveDisplayValue('After 1 month');
  expect(field).toHaveAccessibleDescription('Posts older than 1 month are deleted once a day.');
  await user.selectOptions(field, 'Never');
  await waitFor(() => expect(sent[2]).toEqual({ deleteAfter: null }));
  expect(screen.queryByRole('alertdialog')).toBeNull();
});

it('changes nothing if the user does not confirm [B24-47]', async () => {
  expired = { count: 1, more: false };
  const { user, field } = await open();
  await user.selectOptions(field, 'After 1 week');
  expect(await dialog()).toHaveTextContent('Now 1 post is older. Deleting it starts within an hour');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expect(field).toHaveDisplayValue('Never');
  expect(sent).toEqual(['?deleteAfter=7']);
});

it('asks also if no post is that old yet, or there are very many', async () => {
  expired = { count: 0, more: false };
  const { user, field } = await open();
  await user.selectOptions(field, 'After 2 years');
  expect(await dialog()).toHaveTextContent('None of your posts is that old.');
  await user.click(screen.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  expired = { count: 9990, more: true };
  await user.selectOptions(field, 'After 1 year');
  expect(await dialog()).toHaveTextContent('Now at least 9,990 posts are older');
});

it('says why it could not count, and takes a refused change back [B24-47]', async () => {
  const { user, field } = await open();
  server.use(
    http.get('*/api/posts/settings/expired', () =>
      HttpResponse.json({ message: 'Not today' }, { status: 400 }),
    ),
  );
  await user.selectOptions(field, 'After 1 week');
  await screen.findByText('Not today');
  expect(field).toHaveDisplayValue('Never');
  expect(screen.queryByRole('alertdialog')).toBeNull();
});
