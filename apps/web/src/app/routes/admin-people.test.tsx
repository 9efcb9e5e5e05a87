import type { Member, MemberDetail } from '@social-feed/contracts';
import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useInstanceStore } from '../../lib/instance-store';
import { makeInstance } from '../../testing/make-instance';
import { idOf } from '../../testing/make-post';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const TIME = '2026-03-01T12:00:00.000Z';
const member = (number: number, change: Partial<Member> = {}): Member => ({
  _id: idOf(number),
  userName: `member${number}`,
  fullName: `Member ${number}`,
  profilepic: '',
  role: 'member',
  suspendedAt: null,
  suspendedUntil: null,
  silencedAt: null,
  createdAt: TIME,
  email: null,
  ...change,
});
const detail: Omit<MemberDetail, keyof Member> = {
  lastLogin: null,
  reports: { open: 1, all: 3 },
  history: [{ at: TIME, adminName: 'mod', act: 'warn', note: '<b>Once</b>' }],
  storage: { files: 2, bytes: 3 * 1024 * 1024 },
  invitedBy: null,
  sessions: null,
};

let members: Member[];
let asked: string[];
let sent: { path: string; body: unknown }[];
const record = async ({ request }: { request: Request }) => {
  const text = await request.text();
  const path = new URL(request.url).pathname.replace('/api/admin/users/', '');
  sent.push({ path, body: text === '' ? undefined : JSON.parse(text) });
  return HttpResponse.json({ success: true, data: members[0] });
};
// Compiling them can take longer than a test waits.
beforeAll(async () => {
  await import('../../features/moderation/members/members');
  await import('../../components/ui/dialog');
});
beforeEach(() => {
  members = [member(1), member(2, { role: 'admin' })];
  [asked, sent] = [[], []];
  server.use(
    http.get('*/api/admin/people', ({ request }) => {
      asked.push(new URL(request.url).search);
      return HttpResponse.json({ success: true, data: members, nextCursor: null });
    }),
    http.get('*/api/admin/people/:userId', ({ params }) => {
      const found = members.find(({ _id }) => _id === params['userId'])!;
      return HttpResponse.json({ success: true, data: { ...found, ...detail } });
    }),
    http.post('*/api/admin/users/:userId/:act', record),
    http.put('*/api/admin/users/:userId/:act', record),
  );
});

const open = async (change = {}) => {
  const view = renderApp({ user: testUser({ isModerator: true, ...change }), url: '/admin/people' });
  await screen.findByRole('article', { name: '@member1' });
  return view;
};
const card = (number: number) => within(screen.getByRole('article', { name: `@member${number}` }));
const unfold = async ({ user }: Awaited<ReturnType<typeof open>>, number: number) => {
  await user.click(card(number).getByRole('button', { name: 'More' }));
  await card(number).findByText('3, 1 undecided');
  return card(number);
};

describe('/admin/people', () => {
  it('is no page for members, and sends no request [B20-6]', async () => {
    server.use(serveSessionOf(testUser()));
    renderApp({ user: testUser(), url: '/admin/people' });
    await screen.findByRole('heading', { name: 'Page not found' });
    expect(asked).toEqual([]);
  });

  it('finds people and filters them [B20-4]', async () => {
    const { user } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find people' }), ' ada {Enter}');
    await waitFor(() => expect(asked.at(-1)).toContain('q=ada'));
    await user.click(screen.getByRole('button', { name: 'Suspended' }));
    await waitFor(() => expect(asked.at(-1)).toMatch(/q=ada.*show=suspended/));
  });

  it('has the search and the filter again after Back [B20-4]', async () => {
    const { user, go, open: visit, address } = await open();
    await user.type(screen.getByRole('searchbox', { name: 'Find people' }), 'ada@example.org{Enter}');
    await user.click(screen.getByRole('button', { name: 'Suspended' }));
    await waitFor(() => expect(asked.at(-1)).toMatch(/q=ada.*show=suspended/));
    expect(address()).toBe('/admin/people');
    void visit('/about');
    await waitFor(() => expect(screen.queryByRole('searchbox', { name: 'Find people' })).toBeNull());
    void go(-1);
    expect(await screen.findByRole('searchbox', { name: 'Find people' })).toHaveValue('ada@example.org');
    expect(screen.getByRole('button', { name: 'Suspended' })).toHaveAttribute('aria-pressed', 'true');
    await waitFor(() => expect(asked.at(-1)).toMatch(/q=ada.*show=suspended/));
    await user.clear(screen.getByRole('searchbox', { name: 'Find people' }));
    await waitFor(() => expect(asked.at(-1)).not.toContain('q='));
  });

  it('shows what was done before as plain text, and only the acts that the role has [B20-5]', async () => {
    const view = await open();
    const first = await unfold(view, 1);
    first.getByText('<b>Once</b>');
    first.getByText('mod warned them', { exact: false });
    first.getByText('2 files, 3 MB');
    const names = within(first.getByRole('group', { name: 'Actions' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Warn', 'Silence', 'Suspend']);
    expect(first.queryByRole('region', { name: 'Sessions' })).toBeNull();
    const admin = await unfold(view, 2);
    expect(admin.queryByRole('group', { name: 'Actions' })).toBeNull();
  });

  it('warns, keeps the words if that fails, and tells when it is done [B20-7]', async () => {
    const view = await open();
    const { user } = view;
    await user.click((await unfold(view, 1)).getByRole('button', { name: 'Warn' }));
    const box = await openDialog();
    await user.type(box.getByLabelText('Your message to them'), 'Please stop');
    server.use(http.post('*/api/admin/users/:userId/warn', () => HttpResponse.error(), { once: true }));
    await user.click(box.getByRole('button', { name: 'Warn' }));
    await waitFor(() => expect(box.getByRole('button', { name: 'Warn' })).toBeEnabled());
    expect(box.getByLabelText('Your message to them')).toHaveValue('Please stop');
    await user.click(box.getByRole('button', { name: 'Warn' }));
    expect(await screen.findByText('Warned @member1')).toBeVisible();
    expect(sent).toEqual([{ path: `${idOf(1)}/warn`, body: { message: 'Please stop', note: '' } }]);
  });

  it('suspends with a rule, words and an end [B20-47 B20-48]', async () => {
    act(() => useInstanceStore.setState({ known: makeInstance({ rules: ['Be kind', 'No spam'] }) }));
    const view = await open();
    const { user } = view;
    await user.click((await unfold(view, 1)).getByRole('button', { name: 'Suspend' }));
    const box = await openDialog();
    await user.selectOptions(box.getByLabelText('Broken rule'), '2. No spam');
    await user.type(box.getByLabelText('Your message to them'), 'See you');
    await user.type(box.getByLabelText('Note for the log'), 'Third time');
    await user.click(box.getByRole('button', { name: 'Suspend' }));
    expect(await screen.findByText('Suspended @member1')).toBeVisible();
    const body = { reason: 'Third time', message: 'See you', days: 7, rule: 'No spam' };
    expect(sent).toEqual([{ path: `${idOf(1)}/suspend`, body }]);
  });

  it('says so if the rule is gone by now, and asks for none where there are none [B20-47]', async () => {
    act(() => useInstanceStore.setState({ known: makeInstance({ rules: ['Be kind'] }) }));
    const view = await open();
    const { user } = view;
    const message = 'This rule is no longer there';
    const errors = [{ path: 'rule', message }];
    server.use(
      http.post('*/api/admin/users/:userId/warn', () =>
        HttpResponse.json({ success: false, code: 'VALIDATION_FAILED', message, errors }, { status: 400 }),
      ),
    );
    await user.click((await unfold(view, 1)).getByRole('button', { name: 'Warn' }));
    const box = await openDialog();
    await user.selectOptions(box.getByLabelText('Broken rule'), '1. Be kind');
    await user.type(box.getByLabelText('Your message to them'), 'Please stop');
    await user.click(box.getByRole('button', { name: 'Warn' }));
    expect(await box.findByText(message)).toBeVisible();
    act(() => useInstanceStore.setState({ known: makeInstance() }));
    expect(box.queryByLabelText('Broken rule')).toBeNull();
  });

  it('lists who came by invitation, from the address, until all are wanted [B20-46]', async () => {
    const url = `/admin/people?invitedBy=${idOf(2)}`;
    const { user, address } = renderApp({ user: testUser({ isAdmin: true }), url });
    expect(await screen.findByText('Who came by invitations of @member2')).toBeVisible();
    await screen.findByRole('article', { name: '@member1' });
    expect(asked).toEqual([expect.stringContaining(`invitedBy=${idOf(2)}`)]);
    await user.click(screen.getByRole('button', { name: 'Show all' }));
    await waitFor(() => expect(asked.at(-1)).not.toContain('invitedBy'));
    expect(address()).toBe('/admin/people');
    expect(screen.queryByText(/^Who came/)).toBeNull();
  });

  it('unfolds the security log for admins, loaded by the press [B20-49]', async () => {
    const entry = { at: TIME, event: 'sign-in-failed', detail: '', device: 'Firefox on Linux' };
    const log = vi.fn(({ request }: { request: Request }) => {
      const { searchParams } = new URL(request.url);
      expect(searchParams.get('userId')).toBe(idOf(1));
      const isFirst = searchParams.get('cursor') === null;
      const data = [
        { ...entry, _id: idOf(isFirst ? 8 : 9), network: '203.0.113.0/24', count: isFirst ? 3 : 1 },
      ];
      return HttpResponse.json({ success: true, data, nextCursor: isFirst ? 'next' : null });
    });
    server.use(
      http.get(
        '*/api/admin/security-log',
        () => HttpResponse.json({ success: false, code: 'X', message: 'Broken' }, { status: 400 }),
        { once: true },
      ),
      http.get('*/api/admin/security-log', log),
    );
    const view = await open({ isAdmin: true });
    const { user } = view;
    const first = await unfold(view, 1);
    expect(first.getByRole('link', { name: 'People they invited' })).toHaveAttribute(
      'href',
      `/admin/people?invitedBy=${idOf(1)}`,
    );
    const button = first.getByRole('button', { name: 'Security log' });
    expect(button).toHaveAttribute('aria-expanded', 'false');
    await user.click(button);
    await user.click(await first.findByRole('button', { name: 'Try Again' }));
    expect(await first.findByText('3 failed sign-ins: wrong password')).toBeVisible();
    first.getByText(/Firefox on Linux · 203\.0\.113\.0\/24$/);
    await user.click(first.getByRole('button', { name: 'Show more activity' }));
    expect(await first.findByText('Failed sign-in: wrong password')).toBeVisible();
    await user.click(button);
    expect(first.queryByText('3 failed sign-ins: wrong password')).toBeNull();
  });

  it('has no security log for moderators [B20-49]', async () => {
    const view = await open();
    const first = await unfold(view, 1);
    expect(first.queryByRole('button', { name: 'Security log' })).toBeNull();
    expect(first.queryByRole('link', { name: 'People they invited' })).toBeNull();
  });

  it('gives admins more, and asks for the user name before a deletion [B20-8]', async () => {
    const view = await open({ isAdmin: true });
    const { user } = view;
    const first = await unfold(view, 1);
    for (const name of ['Sign out everywhere', 'Reset password', 'Make moderator'])
      first.getByRole('button', { name });
    await user.click(first.getByRole('button', { name: 'Delete' }));
    const box = await openDialog();
    server.use(
      http.post(
        '*/api/admin/users/:userId/delete',
        () =>
          HttpResponse.json(
            {
              success: false,
              code: 'VALIDATION_FAILED',
              message: 'This is not the username of the account',
              errors: [{ path: 'userName', message: 'This is not the username of the account' }],
            },
            { status: 400 },
          ),
        { once: true },
      ),
    );
    await user.type(box.getByLabelText('Type member1 to confirm'), 'member');
    await user.click(box.getByRole('button', { name: 'Delete' }));
    expect(await box.findByText('This is not the username of the account')).toBeVisible();
    await user.type(box.getByLabelText('Type member1 to confirm'), '1');
    await user.click(box.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(sent).toHaveLength(1));
    expect(sent[0]).toEqual({ path: `${idOf(1)}/delete`, body: { userName: 'member1', note: '' } });
  });

  it('offers a retry if people fail to load, and says when nobody matches', async () => {
    let fails = true;
    members = [];
    server.use(
      http.get('*/api/admin/people', () =>
        fails
          ? HttpResponse.json({ success: false, code: 'INTERNAL', message: 'Broken' }, { status: 500 })
          : HttpResponse.json({ success: true, data: [], nextCursor: null }),
      ),
    );
    const { user } = renderApp({ user: testUser({ isModerator: true }), url: '/admin/people' });
    const retry = await screen.findByRole('button', { name: 'Try Again' });
    fails = false;
    await user.click(retry);
    await screen.findByText('Nobody found');
  });
});
