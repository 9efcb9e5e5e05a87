import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { makeSettings, serveInstance } from '../../testing/make-instance';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const TIME = '2026-03-01T12:00:00.000Z';
const admin = { ...testUser(), isAdmin: true };
let bodies: Record<string, unknown[]>;
let waiting: object[];
let status: number;
const page = (data: object[]) => HttpResponse.json({ success: true, data, nextCursor: null });
const record =
  (name: string) =>
  async ({ request }: { request: Request }) => {
    (bodies[name] ??= []).push(await request.json());
    if (status !== 200)
      return HttpResponse.json({ success: false, code: 'X', message: 'Not now' }, { status });
    if (name === 'decide') waiting = [];
    const data = name === 'settings' ? makeSettings({ registration: 'approval' }) : { added: 2 };
    return HttpResponse.json({ success: true, message: 'x', data, defaults: makeSettings() });
  };

beforeEach(() => {
  bodies = {};
  status = 200;
  waiting = [
    {
      _id: idOf(1),
      fullName: 'Ada Byron',
      userName: 'ada',
      email: 'ada@example.org',
      provider: null,
      sentence: 'I knit.',
      createdAt: TIME,
    },
  ];
  server.use(
    http.get('*/api/admin/applications', () => page(waiting)),
    http.get('*/api/admin/invitations', () =>
      page([
        {
          _id: idOf(2),
          uses: 3,
          usesLeft: 2,
          createdAt: TIME,
          expiresAt: null,
          came: ['ben'],
          by: { _id: idOf(3), userName: 'grace' },
        },
      ]),
    ),
    http.get('*/api/admin/refusals', () => page([])),
    http.patch('*/api/admin/instance', record('settings')),
    http.post('*/api/admin/applications/:id', record('decide')),
    http.post('*/api/admin/refusals', record('refuse')),
  );
});
const open = () => renderApp({ url: '/admin/registration', user: admin });

describe('/admin/registration', () => {
  it('is no page for members', async () => {
    server.use(serveSessionOf(testUser()));
    renderApp({ url: '/admin/registration', user: testUser() });
    expect(await screen.findByText(/not found|doesn.t exist/i)).toBeVisible();
  });

  it('changes the mode [B19-8]', async () => {
    const { user } = open();
    const mode = await screen.findByRole('button', { name: 'Approval' });
    await waitFor(() => expect(mode).not.toHaveAttribute('aria-disabled'));
    await user.click(mode);
    await waitFor(() => expect(bodies['settings']).toEqual([{ registration: 'approval' }]));
    await waitFor(() => expect(mode).toHaveAttribute('aria-pressed', 'true'));
  });

  it('approves with a sentence, and keeps it if that fails [B19-8]', async () => {
    const { user } = open();
    const form = await screen.findByRole('form', { name: 'Decide about ada' });
    expect(screen.getByText('I knit.')).toBeVisible();
    const field = within(form).getByRole('textbox');
    await user.type(field, 'Welcome!');
    status = 503;
    await user.click(screen.getByRole('button', { name: 'Approve ada' }));
    expect(await within(form).findByText('Not now')).toBeVisible();
    expect(field).toHaveValue('Welcome!');
    status = 200;
    await user.click(screen.getByRole('button', { name: 'Reject ada' }));
    expect(await screen.findByText('Nobody waits')).toBeVisible();
    expect(bodies['decide']).toEqual([
      { decision: 'approve', message: 'Welcome!' },
      { decision: 'reject', message: 'Welcome!' },
    ]);
  });

  it('says when somebody else has decided, and removes the application [B19-8]', async () => {
    server.use(
      http.post('*/api/admin/applications/:id', () => {
        waiting = [];
        const message = 'Application not found. Somebody else may have decided.';
        return HttpResponse.json({ success: false, code: 'NOT_FOUND', message }, { status: 404 });
      }),
    );
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Approve ada' }));
    expect(await screen.findByText('Nobody waits')).toBeVisible();
    expect(screen.getByText(/Somebody else may have decided/)).toBeVisible();
  });

  it('shows who invited whom, and refuses many values at once [B19-8 B20-46]', async () => {
    const { user } = open();
    expect(await screen.findByText(/2 of 3 uses left · came: @ben/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Revoke all invitations of grace' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'People who came by this invitation of grace' })).toHaveAttribute(
      'href',
      `/admin/people?invitation=${idOf(2)}`,
    );
    await user.type(await screen.findByRole('textbox', { name: 'Refuse' }), 'a.example{enter}b.example');
    await user.type(screen.getByLabelText('Reason, for admins'), 'Spam');
    await user.click(screen.getByRole('button', { name: 'Refuse' }));
    await waitFor(() =>
      expect(bodies['refuse']).toEqual([
        { kind: 'mail-domain', values: ['a.example', 'b.example'], reason: 'Spam' },
      ]),
    );
  });
});

it('shows what stands below the applications after them, so that nothing moves [B19-30]', async () => {
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  server.use(
    http.get('*/api/admin/applications', async () => {
      await held;
      return page(waiting);
    }),
  );
  open();
  expect(await screen.findByRole('region', { name: 'Applications' })).toBeVisible();
  expect(screen.queryByRole('region', { name: 'Refused' })).toBeNull();
  answer();
  expect(await screen.findByRole('region', { name: 'Refused' })).toBeVisible();
});

it('tells members who may invite that their invitations did not load, and retries [B19-9]', async () => {
  let status = 503;
  server.use(
    serveInstance({ invitations: 'members', registration: 'closed' }),
    http.get('*/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
    http.get('*/api/invitations', () =>
      status === 200
        ? HttpResponse.json({ success: true, data: [], mayInvite: true })
        : HttpResponse.json({ success: false, code: 'X', message: 'Not now' }, { status }),
    ),
  );
  const { user } = renderApp({ url: '/settings/invitations', user: testUser() });
  const area = within(await screen.findByRole('region', { name: 'Invitations' }));
  expect(area.getByText('Registration is closed, so such links do not work now.')).toBeVisible();
  expect(await area.findByText('Not now')).toBeVisible();
  status = 200;
  await user.click(area.getByRole('button', { name: /try again/i }));
  expect(await area.findByText('No invitations yet.')).toBeVisible();
});

it('lets members who may invite make and revoke invitations [B19-9]', async () => {
  const made: unknown[] = [];
  let own: object[] = [];
  const invitation = {
    _id: idOf(5),
    code: 'abcdefgh',
    uses: 2,
    usesLeft: 2,
    createdAt: TIME,
    expiresAt: null,
    came: [],
  };
  server.use(
    http.get('*/api/auth/connections', () =>
      HttpResponse.json({ success: true, data: { hasPassword: true, connections: [] } }),
    ),
    http.get('*/api/invitations', () => HttpResponse.json({ success: true, data: own, mayInvite: true })),
    http.post('*/api/invitations', async ({ request }) => {
      made.push(await request.json());
      own = [invitation];
      return HttpResponse.json({ success: true, data: invitation }, { status: 201 });
    }),
    http.delete('*/api/invitations/:id', () => {
      own = [];
      return HttpResponse.json({ success: true, message: 'x' });
    }),
  );
  const { user } = renderApp({ url: '/settings/invitations', user: testUser() });
  const uses = await screen.findByLabelText('Uses');
  await user.clear(uses);
  await user.type(uses, '0');
  await user.click(screen.getByRole('button', { name: 'Create and copy link' }));
  expect(await screen.findByText('A whole number from 1 to 100')).toBeVisible();
  await user.clear(uses);
  await user.type(uses, '2');
  await user.click(screen.getByRole('button', { name: 'Create and copy link' }));
  expect(await screen.findByText(/\/i\/account\/signup\?invite=abcdefgh$/)).toBeVisible();
  expect(made).toEqual([{ uses: 2, days: 7 }]);
  await user.click(screen.getByRole('button', { name: 'Revoke invitation cdefgh' }));
  expect(await screen.findByText('No invitations yet.')).toBeVisible();
});
