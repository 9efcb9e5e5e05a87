import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { renderApp } from '../../testing/render-app';
import { token } from '../../testing/serve-settings';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const SECRET = 'sf_pat_secret';
let tokens = [token(10, 'backup')];
let bodies: unknown[] = [];
const answerCreate = (body: object, status = 201) =>
  server.use(
    http.post('/api/auth/tokens', async ({ request }) => {
      bodies.push(await request.json());
      return HttpResponse.json(body, { status });
    }),
  );
const open = async () => {
  renderApp({ user: testUser(), url: '/settings/tokens' });
  return within(await screen.findByRole('region', { name: 'Personal API tokens' }));
};
const create = (name: string) => {
  fireEvent.change(screen.getByLabelText('Token name'), { target: { value: name } });
  fireEvent.click(screen.getByRole('button', { name: 'Create token' }));
};
/** Creates another token; the page shows it. */
const createReader = async (area: Awaited<ReturnType<typeof open>>) => {
  expect(await area.findByText('backup')).toBeVisible();
  tokens = [token(11, 'reader'), ...tokens];
  answerCreate({ success: true, data: tokens[0], token: SECRET });
  create(' reader ');
  expect(await area.findByText(SECRET)).toBeVisible();
  expect(await area.findByText('reader')).toBeVisible();
};
const revoke = async (name: string) => {
  fireEvent.click(await screen.findByRole('button', { name: `Revoke ${name}` }));
  await waitFor(() => expect(screen.queryByRole('button', { name: `Revoke ${name}` })).toBeNull());
};

beforeEach(() => {
  bodies = [];
  tokens = [token(10, 'backup')];
  server.use(
    http.get('/api/auth/sessions', () => HttpResponse.json({ success: true, data: [] })),
    http.get('/api/boards/user/:id', () => HttpResponse.json({ message: 'None' }, { status: 404 })),
    http.get('/api/auth/tokens', () => HttpResponse.json({ success: true, data: tokens })),
    http.get('/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
    http.delete('/api/auth/tokens/:id', ({ params }) => {
      tokens = tokens.filter(({ _id }) => _id !== params['id']);
      return HttpResponse.json({ success: true });
    }),
  );
});

describe('personal API tokens', () => {
  it('show how they end from left to right in every language', async () => {
    const ending = await (await open()).findByText(/^…/);
    expect(ending.closest('[dir]')).toHaveAttribute('dir', 'ltr');
  });

  it('are shown once when created', async () => {
    await createReader(await open());
    expect(bodies).toEqual([{ name: 'reader', scopes: ['read', 'write'] }]);
  });

  it('get the rights that were chosen, and moderate only for moderators', async () => {
    const area = await open();
    expect(await area.findByText(/^Read and write · /)).toBeVisible();
    const rights = area.getByLabelText('It may');
    expect(within(rights).getAllByRole('option')).toHaveLength(2);
    fireEvent.change(rights, { target: { value: 'read' } });
    answerCreate({ success: true, data: token(12, 'watcher'), token: SECRET });
    create('watcher');
    expect(await area.findByText(SECRET)).toBeVisible();
    expect(bodies).toEqual([{ name: 'watcher', scopes: ['read'] }]);
  });

  it('can moderate for moderators', async () => {
    renderApp({ user: testUser({ isModerator: true }), url: '/settings/tokens' });
    expect(await screen.findByRole('option', { name: 'Read, write and moderate' })).toBeInTheDocument();
  });

  it('can be revoked', async () => {
    const area = await open();
    await revoke('backup');
    expect(await area.findByText('No tokens yet.')).toBeVisible();
  });

  it('are no longer shown for copying after they are revoked', async () => {
    const area = await open();
    await createReader(area);
    await revoke('backup');
    expect(area.getByText(SECRET)).toBeVisible();
    await revoke('reader');
    expect(area.queryByText(SECRET)).toBeNull();
  });

  it('show why none was created', async () => {
    answerCreate({ success: false, message: 'You have 20 tokens', code: 'CONFLICT' }, 409);
    await open();
    create('one more');
    expect(await screen.findByText('You have 20 tokens')).toBeVisible();
    expect(screen.getByLabelText('Token name')).toHaveValue('one more');
  });
});
