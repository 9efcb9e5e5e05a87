import { QueryObserver } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { describe, expect, it } from 'vitest';
import { useFeed } from '../features/reading/feed/feed-query';
import { useCommentActions } from '../features/content/post/comments/comment-actions';
import { useComments } from '../features/content/post/comments/use-comments';
import { runReaction } from '../features/content/post/reactions/run-reaction';
import { useDialogStore } from '../lib/dialogs';
import { createQueryClient } from '../lib/query-client';
import { idOf, makeComment, makePost, makeServerPost } from '../testing/make-post';
import { makeGate, reactionAnswer, serveCommentsOf } from '../testing/serve';
import { server } from '../testing/server';
import { testUser } from '../testing/users';
import { withViewer } from '../testing/with-viewer';
import { keys } from './keys';
import { patchPost } from '../features/content/post/model/patch-post';
import type { ClientPost } from '../features/content/post/model/post';

const viewer = testUser();
const LIKED = reactionAnswer({ likes: 4, dislikes: 1 }, { liked: true });
const likes = () => http.post('*/api/post-interactions/:id/like', () => HttpResponse.json(LIKED));

/** The feed with its first page loaded. */
const openFeed = async () => {
  const client = createQueryClient();
  const { result } = renderHook(() => useFeed(), { wrapper: withViewer(client, viewer) });
  await waitFor(() => expect(result.current.posts).toHaveLength(1));
  return { client, feed: () => result.current };
};

describe('a write during a fetch', () => {
  it('survives when the next page arrives', async () => {
    const gate = makeGate();
    server.use(
      http.get('*/api/posts/infinite', async ({ request }) => {
        const first = new URL(request.url).searchParams.get('page') === '1';
        if (!first) await gate.passed;
        return HttpResponse.json({
          success: true,
          data: [makeServerPost({ _id: idOf(first ? 1 : 2) })],
          seed: 7,
          hasNextPage: first,
          nextPage: first ? 2 : null,
        });
      }),
      likes(),
    );
    const { client, feed } = await openFeed();
    act(() => void feed().fetchNextPage());
    await act(() => runReaction(client, makePost(), 'like', viewer._id));
    expect(feed().posts[0]?.userInteraction.liked).toBe(true);
    gate.open();
    await waitFor(() => expect(feed().posts).toHaveLength(2));
    expect(feed().posts[0]).toMatchObject({ likes: 4, userInteraction: { liked: true } });
  });

  it('is not undone by a response from before the write', async () => {
    const gate = makeGate();
    let asked = 0;
    const client = createQueryClient();
    const queryKey = keys.post(idOf(1), viewer._id);
    client.setQueryData(queryKey, makePost(), { updatedAt: 0 });
    const observer = new QueryObserver<ClientPost>(client, {
      queryKey,
      queryFn: async () => {
        asked += 1;
        if (asked > 1) return makePost({ ...makeServerPost(LIKED.data), commentsCount: 9 });
        await gate.passed;
        return makePost();
      },
    });
    const stop = observer.subscribe(() => undefined);
    server.use(likes());
    await runReaction(client, makePost(), 'like', viewer._id);
    gate.open();
    // the cancelled fetch runs again
    await waitFor(() => expect(observer.getCurrentResult().data?.commentsCount).toBe(9));
    expect(observer.getCurrentResult().data?.userInteraction.liked).toBe(true);
    expect(asked).toBe(2);
    stop();
  });

  it('shows in the same turn, on top of changes made since the fetch began', async () => {
    const gate = makeGate();
    const client = createQueryClient();
    const queryKey = keys.post(idOf(1), viewer._id);
    client.setQueryData(queryKey, makePost(), { updatedAt: 0 });
    const observer = new QueryObserver<ClientPost>(client, {
      queryKey,
      queryFn: () => gate.passed.then(() => makePost()),
    });
    const stop = observer.subscribe(() => undefined);
    server.use(likes());
    patchPost(client, idOf(1), (post) => ({ ...post, views: 77 }));
    const done = runReaction(client, makePost(), 'like', viewer._id);
    expect(client.getQueryData(queryKey)).toMatchObject({ views: 77, userInteraction: { liked: true } });
    await done;
    gate.open();
    stop();
  });

  it.each([
    ['went through', LIKED, 200],
    ['failed', {}, 400],
  ])('does not affect the next user after its author left: it %s', async (_how, answer, status) => {
    const gate = makeGate();
    server.use(
      http.post('*/api/post-interactions/:id/like', async () => {
        await gate.passed;
        return HttpResponse.json(answer, { status });
      }),
    );
    const client = createQueryClient();
    client.setQueryData(keys.post(idOf(1), viewer._id), makePost());
    const done = runReaction(client, makePost(), 'like', viewer._id);
    client.clear();
    const theirs = makePost();
    client.setQueryData(keys.post(idOf(1), null), theirs);
    gate.open();
    await done;
    expect(client.getQueryData(keys.post(idOf(1), null))).toBe(theirs);
  });

  it('is not undone in the comments either', async () => {
    const gate = makeGate();
    const comment = makeComment();
    let asked = 0;
    server.use(serveCommentsOf([comment]));
    const client = createQueryClient();
    const { result } = renderHook(
      () => ({ read: useComments(comment.postId, 'panel'), act: useCommentActions(comment.postId) }),
      { wrapper: withViewer(client, viewer) },
    );
    await waitFor(() => expect(result.current.read.comments).toHaveLength(1));
    server.use(
      http.get('*/api/comments/post/:postId', async () => {
        asked += 1;
        const shown = asked === 1 ? comment : { ...comment, userHasLiked: true, reactions: { likes: 2 } };
        if (asked === 1) await gate.passed;
        return HttpResponse.json({
          success: true,
          data: [shown],
          pagination: { currentPage: 1, hasNextPage: false, totalComments: 1 },
        });
      }),
      http.patch('*/api/comments/:id/like', () =>
        HttpResponse.json({ success: true, data: { userHasLiked: true, likes: 2, reactions: { likes: 2 } } }),
      ),
    );
    act(() => void client.invalidateQueries({ queryKey: keys.commentsRoot }));
    await waitFor(() => expect(asked).toBe(1));
    await act(() => result.current.act.like(comment));
    gate.open();
    await waitFor(() => expect(asked).toBe(2));
    await waitFor(() => expect(result.current.read.isFetching).toBe(false));
    expect(result.current.read.comments[0]).toMatchObject({ userHasLiked: true, reactions: { likes: 2 } });
  });

  it.each([
    ['a next page', 2],
    ['a refetch', 1],
  ])('that deletes a comment keeps it hidden although %s brings it back', async (_which, heldPage) => {
    const [gate, answer] = [makeGate(), makeGate()];
    const [first, second] = [makeComment({ _id: idOf(1) }), makeComment({ _id: idOf(2) })];
    let holds = false;
    let isDeleted = false;
    server.use(
      http.get('*/api/comments/post/:postId', async ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        // a response from before the deletion; comments have moved between the pages since
        const data = page === heldPage && !isDeleted ? [first, second] : [second];
        if (holds && page === heldPage && !isDeleted) await gate.passed;
        return HttpResponse.json({
          success: true,
          data,
          pagination: { currentPage: page, hasNextPage: page === 1, totalComments: 2 },
        });
      }),
      http.delete('*/api/comments/:id', async () => {
        await answer.passed;
        isDeleted = true;
        return HttpResponse.json({ success: true, message: 'Gone' });
      }),
    );
    const client = createQueryClient();
    let seen: string[] = [];
    const { result } = renderHook(
      () => {
        const read = useComments(first.postId, 'page');
        seen.push(...read.comments.map(({ _id }) => _id));
        return { read, act: useCommentActions(first.postId) };
      },
      { wrapper: withViewer(client, viewer) },
    );
    const ids = () => result.current.read.comments.map(({ _id }) => _id);
    await waitFor(() => expect(ids()).toContain(second._id));
    holds = true;
    act(() => {
      if (heldPage === 2) void result.current.read.fetchNextPage();
      else void client.invalidateQueries({ queryKey: keys.commentsRoot });
    });
    const deleted = result.current.act.remove(first);
    const { current } = useDialogStore.getState();
    if (current?.kind !== 'ask') throw new Error('Nobody asked');
    current.answer(true);
    await waitFor(() => expect(ids()).toEqual([second._id]));
    seen = [];
    gate.open();
    await waitFor(() => expect(result.current.read.isFetching).toBe(false));
    answer.open();
    await act(() => deleted);
    await waitFor(() => expect(result.current.read.isFetching).toBe(false));
    expect(seen).toContain(second._id);
    expect(seen).not.toContain(first._id);
  });
});
