import { EMPTY_POST, type ReportCase } from '@social-feed/contracts';
import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, vi } from 'vitest';
import { idOf } from './make-post';
import { renderApp } from './render-app';
import { server } from './server';
import { testUser } from './users';

export const TIME = '2026-03-01T12:00:00.000Z';
const { description: _none, ...rest } = EMPTY_POST;
/** What an empty post has besides its text. */
export const EMPTY = rest;
export const group = (number: number, change: Partial<ReportCase> = {}): ReportCase => ({
  _id: idOf(number),
  kind: 'post',
  target: idOf(100 + number),
  count: 3,
  reasons: [
    { reason: 'spam', count: 2 },
    { reason: 'hate', count: 1 },
  ],
  rules: [],
  words: [],
  texts: [],
  firstAt: TIME,
  lastAt: TIME,
  author: {
    _id: idOf(200 + number),
    userName: `author${number}`,
    fullName: `Author ${number}`,
    profilepic: '',
    suspendedAt: null,
    suspendedUntil: null,
  },
  content: { ...EMPTY, title: `Offer ${number}`, text: '', createdAt: TIME, postId: idOf(100 + number) },
  profile: null,
  quoted: null,
  decided: null,
  version: 'first',
  ...change,
});
export const detail = {
  reports: [{ reason: 'spam', text: 'Look <img src=x onerror=alert(1)>', createdAt: TIME }],
  notes: [{ at: TIME, adminName: 'mod', text: 'Asked them' }],
  history: [{ at: TIME, adminName: 'mod', act: 'warn', note: 'First time' }],
  others: 2,
};

/** What the queue serves, and what the moderator did. Reset before each test. */
export const queue = {
  groups: [] as ReportCase[],
  decided: [] as { caseId: string; body: unknown }[],
  undone: [] as string[],
  versions: [] as unknown[],
};
// unique across tests: a toast that closes removes those with the same id, even in the next test
let decisions = 900;
const serve = () =>
  server.use(
    http.get('*/api/admin/reports', () =>
      HttpResponse.json({ success: true, data: queue.groups, nextCursor: null }),
    ),
    http.get('*/api/admin/reports/:caseId', ({ params }) => {
      const found = queue.groups.find(({ _id }) => _id === params['caseId'])!;
      return HttpResponse.json({ success: true, data: { ...found, ...detail } });
    }),
    http.post('*/api/admin/reports/:caseId/decision', async ({ params, request }) => {
      const { version, ...body } = (await request.json()) as { version?: string };
      queue.versions.push(version);
      queue.decided.push({ caseId: String(params['caseId']), body });
      return HttpResponse.json({ success: true, data: { decision: idOf(++decisions), doneAt: TIME } });
    }),
    http.get('*/api/posts/:id', () =>
      HttpResponse.json({ success: false, message: 'No post', code: 'NOT_FOUND' }, { status: 404 }),
    ),
    http.post('*/api/admin/reports/:caseId/undo', ({ params }) => {
      queue.undone.push(String(params['caseId']));
      return HttpResponse.json({ success: true });
    }),
  );

/** Serves the queue to the tests of a file. */
export const serveReports = () => {
  vi.setConfig({ testTimeout: 40_000 });
  // compiling it can take longer than the Undo toast shows
  beforeAll(() => import('../features/content/post/page/post-screen'));
  beforeEach(() => {
    queue.groups = [group(1), group(2), group(3, { kind: 'person', content: null })];
    [queue.decided, queue.undone] = [[], []];
    serve();
  });
};

export const open = async () => {
  const view = renderApp({ user: testUser({ isAdmin: true }), url: '/admin' });
  await screen.findByRole('article', { name: /^Post by @author1/ });
  return view;
};
export const card = (number: number) =>
  screen.queryByRole('article', { name: new RegExp(`@author${number},`) });
