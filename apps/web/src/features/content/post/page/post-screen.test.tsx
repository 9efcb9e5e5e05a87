import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDialogStore } from '../../../../lib/dialogs';
import { idOf, makeComment, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeGate, serveCommentsOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const viewer = testUser();
const post = makeServerPost({ tags: ['harbour light'], location: 'Bergen, Norway' });
const url = `/p/${post._id}`;
const servePost = () => http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post }));
const serveStatus = () =>
  http.get('*/api/post-interactions/:id/status', () =>
    HttpResponse.json({ success: true, data: { liked: true, disliked: false, saved: true, viewed: true } }),
  );
const refuse = (status: number, code: string) =>
  HttpResponse.json({ success: false, message: 'no', code }, { status });

beforeEach(() => server.use(servePost(), serveStatus(), serveCommentsOf([])));
afterEach(() => useDialogStore.setState({ current: null }));

describe('post page', () => {
  it('shows the post with the user’s reactions, and links to its tags, place and author [F2-65 F2-66 A3-10]', async () => {
    renderApp({ user: viewer, url });
    await screen.findByRole('heading', { level: 1, name: 'Morning light' });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: /^Like/ }).getAttribute('aria-pressed')).toBe('true'),
    );
    expect(screen.getByRole('button', { name: /^Save/ }).getAttribute('aria-pressed')).toBe('true');
    const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('#harbour light')).toBe('/search?q=harbour%20light');
    expect(hrefOf('Nilay Demir @nilay')).toBe('/nilay');
    expect(hrefOf('Bergen, Norway')).toContain('search?query=Bergen%2C%20Norway');
  });

  it.each([
    ['shows the post that the page arrived with', viewer._id, post._id, 'Arrived'],
    ['fetches the post if the page arrived with it for another reader', idOf(9), post._id, 'Morning light'],
    ['fetches the post if the page arrived with it for a visitor', null, post._id, 'Morning light'],
    ['fetches the post if the page arrived with another one', viewer._id, idOf(8), 'Morning light'],
  ])('%s', async (_what, reader, arrived, title) => {
    vi.spyOn(performance, 'now').mockReturnValue(1000);
    const answer = document.createElement('script');
    answer.type = 'application/json';
    answer.id = `answer-/posts/${arrived}`;
    answer.textContent = JSON.stringify({ success: true, data: { ...post, title: 'Arrived' } });
    document.body.append(answer);
    window.earlyCalls = { arrived: reader };
    renderApp({ user: viewer, url });
    await screen.findByRole('heading', { level: 1, name: title });
    delete window.earlyCalls;
    answer.remove();
  });

  it('closes and opens its comments from the action bar [F2-67]', async () => {
    const { user } = renderApp({ user: viewer, url });
    await screen.findByText('No comments yet');
    screen.getByText('Be the first to comment on this post');
    await user.click(screen.getByRole('button', { name: /^Comment, / }));
    expect(screen.queryByText('No comments yet')).toBeNull();
  });

  it.each([
    [
      'a post that is gone',
      url,
      () => server.use(http.get('*/api/posts/:id', () => refuse(404, 'NOT_FOUND'))),
    ],
    ['a malformed id', '/p/nonsense', () => undefined],
  ])('shows "Post not found" for %s, with only a link home [F2-63]', async (_case, address, prepare) => {
    prepare();
    renderApp({ user: viewer, url: address });
    await screen.findByRole('heading', { name: 'Post not found' });
    screen.getByText('The post does not exist or has been deleted.');
    expect(screen.getByRole('link', { name: 'Go to Home' }).getAttribute('href')).toBe('/home');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('shows "Error loading post" for other failures, and retries [F2-64]', async () => {
    let fails = true;
    server.use(http.get('*/api/posts/:id', () => (fails ? refuse(500, 'INTERNAL') : undefined)));
    const { user } = renderApp({ user: viewer, url });
    await screen.findByRole('heading', { name: 'Error loading post' });
    fails = false;
    screen.getByText('Something went wrong while loading the post, please try again.');
    screen.getByRole('link', { name: 'Go to Home' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('heading', { level: 1, name: 'Morning light' });
  });

  it('goes to / with the X if there is no history [F2-69]', async () => {
    server.use(http.get('*/api/posts/infinite', () => refuse(400, 'VALIDATION_FAILED')));
    const { user, address } = renderApp({ user: viewer, url });
    await screen.findByRole('heading', { level: 1, name: 'Morning light' });
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await waitFor(() => expect(address()).toBe('/home'));
  });
});

describe('comments', () => {
  const field = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Write a comment...');
  const postButton = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Post' });

  it('loads 10 at a time, newest first, and marks the end [F2-57]', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/comments/post/:postId', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({
          success: true,
          data: [makeComment()],
          pagination: { currentPage: 1, hasNextPage: false, totalComments: 1 },
        });
      }),
    );
    renderApp({ user: viewer, url });
    await screen.findByText('What a morning.');
    screen.getByRole('heading', { name: 'Comments (1)' });
    screen.getByText("You've reached the end of comments.");
    expect(asked[0]).toBe(`?page=1&limit=10&sortOrder=desc&userId=${viewer._id}`);
  });

  it('shows an own comment once it is posted, trimmed, and clears the field [F5-4]', async () => {
    const bodies: unknown[] = [];
    const comments: ReturnType<typeof makeComment>[] = [];
    server.use(
      http.get('*/api/comments/post/:postId', () =>
        HttpResponse.json({
          success: true,
          data: comments,
          pagination: { currentPage: 1, hasNextPage: false, totalComments: comments.length },
        }),
      ),
      http.post('*/api/comments', async ({ request }) => {
        bodies.push(await request.json());
        const author = { ...makeComment().user, _id: viewer._id, fullName: viewer.fullName };
        comments.push(makeComment({ _id: idOf(6001), body: 'Lovely.', user: author }));
        return HttpResponse.json({ success: true, data: comments[0] }, { status: 201 });
      }),
    );
    const { user } = renderApp({ user: viewer, url });
    const input = await field();
    expect(postButton().disabled).toBe(true);
    await user.type(input, '   ');
    expect(postButton().disabled).toBe(true);
    await user.type(input, ' Lovely. ');
    await user.click(postButton());
    const list = await screen.findByRole('list', { name: 'Comments' });
    within(list).getByText('Lovely.');
    expect(bodies).toEqual([{ postId: post._id, body: 'Lovely.', userId: viewer._id }]);
    expect(input.value).toBe('');
    await screen.findByRole('heading', { name: 'Comments (1)' });
  });

  it('keeps the text if posting fails, also as a draft across a reload', async () => {
    server.use(http.post('*/api/comments', () => refuse(409, 'CONFLICT')));
    const { user, unmount } = renderApp({ user: viewer, url });
    await user.type(await field(), 'Not lost');
    await user.click(postButton());
    await screen.findByText('Failed to post comment. Please try again.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    expect((await field()).value).toBe('Not lost');
    unmount();
    expect(localStorage.getItem('comment-drafts')).toContain('Not lost');
    renderApp({ user: viewer, url });
    expect((await field()).value).toBe('Not lost');
  });

  it('likes at once with one call in flight, and rolls back with an alert [F4-38]', async () => {
    const gate = makeGate();
    let calls = 0;
    server.use(
      serveCommentsOf([makeComment()]),
      http.patch('*/api/comments/:id/like', async () => {
        calls += 1;
        await gate.passed;
        return refuse(409, 'CONFLICT');
      }),
    );
    const { user } = renderApp({ user: viewer, url });
    await user.click(await screen.findByRole('button', { name: 'Like comment, 1' }));
    const liked = await screen.findByRole('button', { name: 'Like comment, 2' });
    expect(liked.getAttribute('aria-pressed')).toBe('true');
    await user.click(liked);
    gate.open();
    await screen.findByText('Failed to update like. Please try again.');
    expect(calls).toBe(1);
    await user.click(screen.getByRole('button', { name: 'OK' }));
    screen.getByRole('button', { name: 'Like comment, 1' });
  });

  it('asks visitors to log in [F2-53 F5-7]', async () => {
    localStorage.setItem('visitor-mode', 'on');
    server.use(serveCommentsOf([makeComment()]));
    const { user } = renderApp({ user: null, url });
    await screen.findByText('Please log in to post a comment.');
    expect(screen.queryByPlaceholderText('Write a comment...')).toBeNull();
    await user.click(await screen.findByRole('button', { name: /^Like comment/ }));
    await screen.findByText('Please log in to like comments');
  });

  it('deletes an own comment after a confirmation, and restores it on failure', async () => {
    const own = makeComment({ user: { ...makeComment().user, _id: viewer._id } });
    const gate = makeGate();
    server.use(
      serveCommentsOf([own]),
      http.delete('*/api/comments/:id', async () => {
        await gate.passed;
        return refuse(403, 'PERMISSION_DENIED');
      }),
    );
    const { user } = renderApp({ user: viewer, url });
    await user.click(await screen.findByRole('button', { name: 'More on this comment' }));
    // not beside Reply, where it would be pressed by mistake
    expect(screen.queryByRole('button', { name: /^Delete/ })).toBeNull();
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await screen.findByText('No comments yet');
    gate.open();
    await screen.findByText('Failed to delete comment. Please try again.');
    screen.getByText('What a morning.');
    screen.getByRole('heading', { name: 'Comments (1)' });
  });

  it("lets an admin delete another user's comment", async () => {
    const deleted: string[] = [];
    server.use(
      serveCommentsOf([makeComment()]),
      http.delete('*/api/comments/:id', ({ params }) => {
        deleted.push(String(params['id']));
        return HttpResponse.json({ success: true });
      }),
    );
    const { user } = renderApp({ user: { ...viewer, isAdmin: true }, url });
    await user.click(await screen.findByRole('button', { name: 'More on this comment' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
    await user.click(await screen.findByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(deleted).toEqual([makeComment()._id]));
  });

  it('explains a failed list and retries [F8-17]', async () => {
    server.use(
      http.get(
        '*/api/comments/post/:postId',
        () => HttpResponse.json({ success: false, message: 'Too busy', code: 'CONFLICT' }, { status: 409 }),
        { once: true },
      ),
    );
    const { user } = renderApp({ user: viewer, url });
    await screen.findByText('Failed to load comments: Too busy');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('No comments yet');
  });
});
