import { screen } from '@testing-library/react';
import { delay, http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it } from 'vitest';
import { keys } from '../../../../cache/keys';
import type { ClientPost } from '../model/post';
import { withToasts } from '../../../../testing/toasts';
import { useDialogStore } from '../../../../lib/dialogs';
import { createQueryClient } from '../../../../lib/query-client';
import { FAILING_ANSWERS } from '../../../../testing/failing-answers';
import { idOf, makePost, makeServerPost } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { installFakeSight, setInSight } from '../../../../testing/sight';
import { runReaction, countShare } from './run-reaction';
import { trackView } from './track-view';
import { pass, until } from '../../../../testing/fake-clock';

const VIEWER = idOf(7);

let posts = 0;
/** A new post for each test, since a view counts once per post. */
const setUp = () => {
  const client = createQueryClient();
  const post = makePost({ _id: idOf((posts += 1)) });
  const key = keys.post(post._id, VIEWER);
  client.setQueryData(key, post);
  return { client, post, cached: () => client.getQueryData<ClientPost>(key) };
};

withToasts();
beforeEach(() => {
  installFakeSight();
});

// without a connection a reaction waits
const FAILURES = FAILING_ANSWERS.filter(({ kind }) => kind !== 'a lost network');

describe.each(FAILURES)('after $kind', ({ answer }) => {
  it.each([
    ['like', 'post-interactions', { reactions: { likes: 4, dislikes: 1 } }],
    ['dislike', 'post-interactions', { reactions: { likes: 3, dislikes: 2 } }],
    ['bookmark', 'posts', { isBookmarked: true, reactions: { saves: 1 } }],
    ['pin', 'posts', { isPinned: true }],
  ] as const)(
    'rolls back a %s with its toast [F4-18 F4-20 F8-18 F8-19 F8-25]',
    async (kind, resource, optimistic) => {
      const used = new Set<string | null>();
      server.use(
        http.post(`*/api/${resource}/:id/${kind}`, async ({ request }) => {
          used.add(request.headers.get('idempotency-key'));
          await delay(100);
          return answer();
        }),
      );
      const { client, post, cached } = setUp();
      void runReaction(client, post, kind, VIEWER);
      await pass(20);
      expect(cached()).toMatchObject(optimistic);
      await until(`Failed to update ${kind}. Please try again.`);
      expect(cached()).toEqual(post);
      // a retry may not apply it twice
      expect([...used]).toEqual([expect.any(String)]);
    },
  );
});

describe.each(FAILING_ANSWERS)('after $kind', ({ answer }) => {
  it('does not count a share, without a message', async () => {
    server.use(http.post('*/api/posts/:id/reactions', answer));
    const { client, post, cached } = setUp();
    const done = countShare(client, post._id);
    await pass(60_000);
    await expect(done).resolves.toBeUndefined();
    expect(cached()).toEqual(post);
    expect(screen.queryByRole('status')).toBeNull();
  });

  it('shows "Failed to track view" and counts no view [F8-20]', async () => {
    server.use(http.post('*/api/post-interactions/:id/view', answer));
    const { client, post, cached } = setUp();
    const card = document.createElement('article');
    const stop = trackView(card, { client, viewerId: VIEWER, postId: post._id, place: 'page' });
    setInSight((element) => element === card, 1);
    await pass(2000);
    await until('Failed to track view');
    expect(cached()).toEqual(post);
    stop();
  });
});

describe('after a call with an unknown outcome', () => {
  const unknown = () => HttpResponse.json({ success: false, code: 'OUTCOME_UNKNOWN' }, { status: 409 });
  const isSaid = () => screen.queryByText('Failed to update like. Please try again.') !== null;

  it('shows a like that the server applied, and no failure', async () => {
    const { client, post, cached } = setUp();
    const held = makeServerPost({
      _id: post._id,
      reactions: { likes: 9, dislikes: 1, shares: 0, saves: 0 },
      userInteraction: { liked: true, disliked: false, saved: false, viewed: false },
    });
    server.use(
      http.post('*/api/post-interactions/:id/like', unknown),
      http.get(`*/api/posts/${post._id}`, () => HttpResponse.json({ success: true, data: held })),
    );
    void runReaction(client, post, 'like', VIEWER);
    await pass(1000);
    expect(cached()).toMatchObject({ likes: 9, userInteraction: { liked: true } });
    expect(isSaid()).toBe(false);
  });

  it.each([
    ['does not hold', 200, 8],
    ['tells nothing of', 404, 3],
  ])('rolls back a like that the server %s, with its toast', async (_says, status, likes) => {
    const { client, post, cached } = setUp();
    const reactions = { likes: 8, dislikes: 1, shares: 0, saves: 0 };
    const answer = { success: status === 200, data: makeServerPost({ _id: post._id, reactions }) };
    server.use(
      http.post('*/api/post-interactions/:id/like', unknown),
      http.get(`*/api/posts/${post._id}`, () => HttpResponse.json(answer, { status })),
    );
    void runReaction(client, post, 'like', VIEWER);
    await pass(1000);
    expect(cached()).toMatchObject({ likes, userInteraction: { liked: false } });
    expect(isSaid()).toBe(true);
  });
});

describe('after the session has ended', () => {
  it('counts no view, without a message, as after a logout', async () => {
    const asked: string[] = [];
    server.use(
      http.post('*/api/*', ({ request }) => {
        asked.push(new URL(request.url).pathname);
        return new HttpResponse('{}', { status: 401 });
      }),
    );
    const { client, post } = setUp();
    const card = document.createElement('article');
    const stop = trackView(card, { client, viewerId: VIEWER, postId: post._id, place: 'list' });
    setInSight((element) => element === card, 1);
    await pass(1000);
    stop();
    await pass(5000);
    expect(asked).toContain('/api/post-interactions/batch-views');
    expect(screen.queryByText('Failed to track view')).toBeNull();
  });

  it.each([
    ['like', 'like'],
    ['dislike', 'dislike'],
    ['bookmark', 'save'],
    ['pin', 'pin'],
  ] as const)('rolls back a %s and asks for a login', async (kind, wish) => {
    server.use(http.post('*/api/*', () => new HttpResponse('{}', { status: 401 })));
    const { client, post, cached } = setUp();
    void runReaction(client, post, kind, VIEWER);
    await pass(1000);
    expect(useDialogStore.getState().current).toMatchObject({ kind: 'login', to: wish });
    expect(cached()).toEqual(post);
    expect(screen.queryByText(/^Failed/)).toBeNull();
    useDialogStore.setState({ current: null });
  });
});
