import { Session } from 'node:inspector/promises';
import { useQuery } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { expect, it, vi } from 'vitest';
import { keys } from '../../cache/keys';
import { createQueryClient } from '../../lib/query-client';
import { idOf, makePost, makeServerPost } from '../../testing/make-post';
import { makeGate, reactionAnswer } from '../../testing/serve';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';
import { withViewer } from '../../testing/with-viewer';
import { Feed } from '../feed/feed';
import { forgetFeed } from '../feed/feed-memory';
import { ActionBar } from './reactions/action-bar';

const viewer = testUser();
const LIKED = reactionAnswer({ likes: 4, dislikes: 1 }, { liked: true });

/** Files that a reader of the code opens along the way; shared UI and JSON helpers do not count. */
const PASSED = /apps\/web\/src\/((?:features|cache)\/.*|lib\/api-client)\.tsx?$/;

/** Loaded after the posts are shown: they track position, focus and views. */
const AFTERWARDS = /\/(focus-and-scroll|track-view)$/;

/** Returns the files that ran during an action, from the engine's coverage. */
const passedBy = async (action: () => Promise<unknown>): Promise<string[]> => {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true });
  await action();
  const { result } = await session.post('Profiler.takePreciseCoverage');
  await session.post('Profiler.stopPreciseCoverage');
  session.disconnect();
  return result
    .filter(({ functions }) => functions.some(({ ranges }) => (ranges[0]?.count ?? 0) > 0))
    .flatMap(({ url }) => (url.includes('.test.') ? [] : (PASSED.exec(url)?.[1] ?? [])))
    .filter((file) => !AFTERWARDS.test(file))
    .toSorted();
};

it('a like runs through at most nine files from the press to every list', async () => {
  const client = createQueryClient();
  const queryKey = keys.post(idOf(1), viewer._id);
  client.setQueryData(queryKey, makePost());
  server.use(http.post('*/api/post-interactions/:id/like', () => HttpResponse.json(LIKED)));
  const Shown = () => {
    const { data = makePost() } = useQuery({ queryKey, queryFn: () => makePost(), staleTime: Infinity });
    return <ActionBar post={data} commentsOpen={false} onComments={vi.fn()} saves />;
  };
  render(<Shown />, { wrapper: withViewer(client, viewer) });
  await import('./reactions/run-reaction');
  const files = await passedBy(async () => {
    fireEvent.click(screen.getByRole('button', { name: /^Like/ }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Like, 4' })).toBeVisible());
  });
  // finish the mutation before the next test
  await waitFor(() => expect(client.isMutating()).toBe(0));
  expect(files).toContain('features/post/reactions/run-reaction');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(9);
});

it('a feed page runs through at most 25 files from the response to the screen', async () => {
  forgetFeed();
  const gate = makeGate();
  server.use(
    http.get('*/api/posts/infinite', async () => {
      await gate.passed;
      return HttpResponse.json({
        success: true,
        data: [makeServerPost({ _id: idOf(2), title: 'Harbour', images: ['/sea.webp'] })],
        seed: 7,
        hasNextPage: false,
        nextPage: null,
      });
    }),
  );
  const Viewer = withViewer(createQueryClient(), viewer);
  render(
    <Viewer>
      <Feed />
    </Viewer>,
  );
  await screen.findByText('Loading fresh content...');
  const files = await passedBy(async () => {
    gate.open();
    await screen.findByText('Harbour');
  });
  expect(files).toContain('features/post/card/post-card');
  expect(files.length, files.join('\n')).toBeLessThanOrEqual(25);
});
