import { screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 60_000 });
vi.mock('../../lib/words/answers', () => ({
  loadAnswers: () => Promise.resolve(),
  inLanguage: (message: string) => `${message} (de)`,
}));

it('says in the language of the page why a draft was not published', async () => {
  const draft = {
    _id: idOf(700),
    post: { title: 'Half a loaf', media: [], tags: [] },
    publishing: null,
    problem: 'Not today',
    version: 3,
    updatedAt: '2026-11-20T09:00:00.000Z',
  };
  server.use(http.get('*/api/drafts', () => HttpResponse.json({ success: true, data: [draft] })));
  renderApp({ user: testUser(), url: '/createpost/drafts' });
  // the first test of a file also loads the app
  expect(
    await screen.findByText('Not published: Not today (de)', undefined, { timeout: 30_000 }),
  ).toBeVisible();
});
