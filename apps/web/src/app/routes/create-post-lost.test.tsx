import { act, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { answerPosts, sentPosts, startComposer, submit, title, fromMenu } from '../../testing/composer';
import { server } from '../../testing/server';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { testUser } from '../../testing/users';

it('keeps the draft on the page when the session is lost in place', async () => {
  const { user } = renderApp({ user: testUser(), url: '/createpost' });
  await user.type(await screen.findByLabelText('What is on your mind?'), 'Bread');
  act(() => useSessionStore.getState().loseSession());
  await waitFor(() => expect(useSessionStore.getState().currentUser).toBeNull());
  expect(screen.getByLabelText('What is on your mind?')).toHaveValue('Bread');
});

/** The keys of calls that wait for an answer, as a reload finds them. */
const storedKeys = () =>
  Object.values(
    JSON.parse(localStorage.getItem('unanswered') ?? '{}') as Record<string, { idempotencyKey: string }>,
  ).map(({ idempotencyKey }) => idempotencyKey);

it('sends a post whose answer a reload cut off with the same key, so that it is published once [B24-61]', async () => {
  const end = startComposer();
  answerPosts(() => HttpResponse.error());
  for (const typed of ['Bread', '']) {
    const { user, unmount } = renderApp({ user: testUser(), url: '/createpost' });
    if (typed) await user.type(await title(), typed);
    expect(await title()).toHaveValue('Bread');
    await user.click(await submit());
    await screen.findByText(/Cannot connect|Network error/, {}, { timeout: 5000 });
    unmount();
    expect(storedKeys()).toEqual([sentPosts[0]!.key]);
  }
  expect(sentPosts).toHaveLength(4);
  expect(new Set(sentPosts.map(({ key }) => key)).size).toBe(1);
  end();
});

it('saves a draft whose answer a reload cut off once [B24-61]', async () => {
  const end = startComposer();
  const keys: (string | null)[] = [];
  server.use(
    http.post('*/api/drafts', ({ request }) => {
      keys.push(request.headers.get('idempotency-key'));
      return HttpResponse.error();
    }),
    http.get('/api/*', () => HttpResponse.json({}, { status: 404 })),
  );
  for (const typed of ['Bread', '']) {
    const { user, unmount } = renderApp({ user: testUser(), url: '/createpost' });
    if (typed) await user.type(await title(), typed);
    expect(await title()).toHaveValue('Bread');
    await fromMenu(user, 'Save as draft');
    await screen.findByText(/Cannot connect|Network error/, {}, { timeout: 5000 });
    unmount();
    expect(storedKeys()).toEqual([keys[0]]);
  }
  expect(new Set(keys).size).toBe(1);
  end();
});

it('changes a draft whose answer was lost once, and keeps no copy of it [B24-61]', async () => {
  const end = startComposer();
  const draft = {
    _id: idOf(700),
    post: { title: 'Bread', media: [], tags: [] },
    publishing: null,
    problem: null,
    version: 3,
    updatedAt: '2026-11-20T09:00:00.000Z',
  };
  const keys: (string | null)[] = [];
  const made: string[] = [];
  server.use(
    http.get('*/api/drafts', () => HttpResponse.json({ success: true, data: [draft] })),
    // the first change is made, but its answer does not arrive
    http.put('*/api/drafts/:id', ({ request }) => {
      const key = request.headers.get('idempotency-key');
      keys.push(key);
      if (keys.length === 1) return HttpResponse.error();
      const changed = { ...draft, version: 4 };
      return key !== null && key === keys[0]
        ? HttpResponse.json({ success: true, data: changed })
        : HttpResponse.json({ success: false, code: 'CONTENT_CHANGED', message: 'x' }, { status: 409 });
    }),
    http.post('*/api/drafts', () => {
      made.push('copy');
      return HttpResponse.json({ success: true, data: draft }, { status: 201 });
    }),
  );
  const { user, address } = renderApp({ user: testUser(), url: `/createpost?draft=${draft._id}` });
  await user.type(await title(), '!');
  await fromMenu(user, 'Save as draft');
  await waitFor(() => expect(address()).toBe('/createpost/drafts'), { timeout: 5000 });
  expect(keys).toEqual([expect.any(String), keys[0]]);
  expect(made).toEqual([]);
  end();
});
