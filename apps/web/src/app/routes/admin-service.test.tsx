import type { FailedJob, InstanceState } from '@social-feed/contracts';
import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf } from '../../testing/make-post';
import { makeState } from '../../testing/make-state';
import { renderApp } from '../../testing/render-app';
import { serveSessionOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });
// Compiling it can take longer than a test waits.
beforeAll(() => import('../../features/moderation/admin/service-page'));

const JOB: FailedJob = {
  _id: idOf(1),
  type: 'mail',
  attempts: 3,
  error: 'There is no connection to the mail server: ETIMEDOUT',
  createdAt: '2026-11-27T10:00:00.000Z',
  nextAt: null,
};

let state: InstanceState;
let jobs: FailedJob[];
let mail: { to: string; outcome: string; error: string | null };
let status: number;
beforeEach(() => {
  [state, jobs, status] = [makeState(), [], 200];
  mail = { to: 'ada@example.org', outcome: 'sent', error: null };
  server.use(
    http.get('*/api/admin/state', () =>
      status === 200
        ? HttpResponse.json({ success: true, data: state })
        : HttpResponse.json({ success: false, code: 'INTERNAL', message: 'Not now' }, { status }),
    ),
    http.get('*/api/admin/jobs/failed', () =>
      HttpResponse.json({ success: true, data: jobs, nextCursor: null }),
    ),
    http.post('*/api/admin/jobs/:jobId/retry', ({ params }) => {
      jobs = jobs.filter(({ _id }) => _id !== params['jobId']);
      return HttpResponse.json({ success: true, message: 'The job runs again' });
    }),
    http.post('*/api/admin/test-mail', () => HttpResponse.json({ success: true, data: mail })),
    http.get('*/api/admin/log', () =>
      HttpResponse.json({
        success: true,
        data: [
          {
            _id: idOf(11),
            at: JOB.createdAt,
            adminName: 'host',
            act: 'suspend',
            userName: 'cleo',
            note: 'Spam',
          },
          {
            _id: idOf(12),
            at: JOB.createdAt,
            adminName: '(server)',
            act: 'create',
            userName: null,
            note: '',
          },
          {
            _id: idOf(13),
            at: JOB.createdAt,
            adminName: 'host',
            act: 'change-settings',
            userName: 'host',
            note: 'terms',
            parts: { settings: ['terms'], text: '' },
          },
        ],
        nextCursor: null,
      }),
    ),
  );
});

const open = (change: object = { isAdmin: true }) =>
  renderApp({ user: testUser(change), url: '/admin/service' });
const stateText = async () => (await screen.findByRole('region', { name: 'State' })).textContent;

describe('/admin/service', () => {
  it('is for admins only [B22-33]', async () => {
    server.use(serveSessionOf(testUser({ isModerator: true })));
    open({ isModerator: true });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeVisible();
  });

  it('shows version, mail, jobs, backups and storage [B22-33]', async () => {
    state = makeState({
      jobs: { waiting: 4, oldestSeconds: 600, failing: 1, givenUp: 2 },
      backup: { everySeconds: 3600, lastAt: null, isLate: true },
    });
    open();
    const text = await stateText();
    expect(text).toContain('1.2.3 (abcdef01');
    expect(text).toContain('Goes to the mail server');
    expect(text).toContain('4 waiting, the oldest for 10 minutes; 1 failing; 2 given up in the last week');
    expect(text).toContain('None yet. Late: the log has the error');
    expect(text).toContain('Uploads take 10 MB; 5 GB free on the disk');
    expect(screen.queryByRole('region', { name: 'Mail' })).not.toBeInTheDocument();
  });

  it('offers to read the state again after a failure', async () => {
    status = 500;
    const { user } = open();
    expect(await screen.findByText('Not now')).toBeVisible();
    status = 200;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await stateText()).toContain('1.2.3');
  });

  it('lists failed jobs and tries one again [B22-33]', async () => {
    jobs = [JOB];
    const { user } = open();
    const list = within(await screen.findByRole('region', { name: 'Failed jobs' }));
    expect(await list.findByText(JOB.error)).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('None.')).toBeVisible();
  });

  it.each([
    ['sent', null, 'The mail server took the mail to ada@example.org'],
    ['none', null, 'There is no mail server (SMTP_URL)'],
    ['failed', 'There is no connection to the mail server: ETIMEDOUT', /no connection to the mail server/],
  ])('says what became of a test mail: %s [B22-33]', async (outcome, error, words) => {
    mail = { ...mail, outcome, error };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Send a test mail' }));
    expect(await screen.findByText(words)).toBeInTheDocument();
  });

  it('shows what was done, and by whom [B22-34]', async () => {
    open();
    const log = within(await screen.findByRole('region', { name: 'Log' }));
    expect(await log.findByText(/^host suspended them: @cleo · /)).toBeVisible();
    expect(log.getByText('Spam')).toBeVisible();
    expect(log.getByText(/^\(server\) created the account: a former member · /)).toBeVisible();
    expect(log.getByText(/^host changed settings · /)).toBeVisible();
    expect(log.getByText('Terms')).toBeVisible();
  });

  it.each(['none', 'catcher'] as const)('warns on every page of admins if mail goes to %s', async (way) => {
    state = makeState({ mail: { way, waiting: 0, failing: 0 } });
    server.use(
      http.get('*/api/admin/reports', () => HttpResponse.json({ success: true, data: [], nextCursor: null })),
    );
    renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
    expect(await screen.findByText('No mail arrives.')).toBeVisible();
    await waitFor(() => expect(screen.getByText(/SMTP_URL/)).toBeVisible());
  });
});
