import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, makeComment, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeGate, serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const post = makeServerPost();
const url = `/p/${post._id}`;
const pageOf = (from: number, hasNextPage: boolean) =>
  HttpResponse.json({
    success: true,
    data: [0, 1].map((index) =>
      makeComment({ _id: idOf(5000 + from + index), body: `Comment ${from + index}` }),
    ),
    pagination: { currentPage: Math.ceil(from / 2), hasNextPage, totalComments: 4 },
  });
const refused = () => HttpResponse.json({ success: false, message: 'no', code: 'CONFLICT' }, { status: 409 });

/** Serves these lists of comments in order; the last one repeats. */
const serveComments = (...answers: (() => Response | Promise<Response>)[]) =>
  server.use(
    http.get('*/api/comments/post/:id', () => (answers.length > 1 ? answers.shift() : answers[0])!()),
  );
const isFocused = (element: HTMLElement) => document.activeElement === element;

beforeEach(() =>
  server.use(
    http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })),
    http.get('*/api/post-interactions/:id/status', () =>
      HttpResponse.json({ success: true, data: post.userInteraction }),
    ),
  ),
);

describe('the keyboard focus', () => {
  it('stays on "Show more comments" while more load, and moves to the comments at their end [F2-57]', async () => {
    const gate = makeGate();
    serveComments(
      () => pageOf(1, true),
      async () => {
        await gate.passed;
        return pageOf(3, false);
      },
    );
    const { user } = renderApp({ user: testUser(), url });
    const more = await screen.findByRole('button', { name: /^Show \d+ more$/ });
    more.focus();
    await user.keyboard('{Enter}');
    await screen.findByRole('button', { name: 'Loading comments' });
    expect(isFocused(more)).toBe(true);
    expect(more.getAttribute('aria-disabled')).toBe('true');
    gate.open();
    await screen.findByText("You've reached the end of comments.");
    expect(document.activeElement?.contains(screen.getByText('Comment 4'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);
  });

  it('stays at "Try Again" after a failed first page, and on the button after a failed later one [F2-55]', async () => {
    serveComments(
      refused,
      () => pageOf(1, true),
      refused,
      refused,
      () => pageOf(3, false),
    );
    const { user } = renderApp({ user: testUser(), url });
    (await screen.findByRole('button', { name: 'Try Again' })).focus();
    await user.keyboard('{Enter}');
    await screen.findByText('Comment 1');
    expect(document.activeElement?.contains(screen.getByText('Comment 1'))).toBe(true);
    expect(document.activeElement).not.toBe(document.body);

    await user.click(screen.getByRole('button', { name: /^Show \d+ more$/ }));
    const again = await screen.findByRole('button', { name: 'Try Again' });
    again.focus();
    await user.keyboard('{Enter}');
    await waitFor(() => expect(again.getAttribute('aria-busy')).not.toBe('true'));
    expect(isFocused(again)).toBe(true);
    await user.keyboard('{Enter}');
    await screen.findByText('Comment 4');
    expect(document.activeElement).not.toBe(document.body);
  });

  it('returns to the field after Post', async () => {
    serveComments(() => pageOf(1, false));
    server.use(
      http.post('*/api/comments', () =>
        HttpResponse.json(
          { success: true, data: makeComment({ _id: idOf(6001), body: 'Hi' }) },
          { status: 201 },
        ),
      ),
    );
    const { user } = renderApp({ user: testUser(), url });
    const field = await screen.findByPlaceholderText<HTMLTextAreaElement>('Write a comment...');
    await user.type(field, 'Hi');
    const button = screen.getByRole('button', { name: 'Post' });
    // browsers blur a disabled button, the test page does not
    button.addEventListener('click', () => button.blur());
    await user.click(button);
    await waitFor(() => expect(field.value).toBe(''));
    expect(isFocused(field)).toBe(true);
  });
});

it('a post that loads after "Try Again" takes the focus', async () => {
  serveComments(() => pageOf(1, false));
  const gate = makeGate();
  let calls = 0;
  server.use(
    http.get('*/api/posts/:id', async () => {
      calls += 1;
      if (calls === 1) return refused();
      await gate.passed;
      return HttpResponse.json({ success: true, data: post });
    }),
  );
  const { user } = renderApp({ user: testUser(), url });
  const again = await screen.findByRole('button', { name: 'Try Again' });
  again.focus();
  await user.keyboard('{Enter}');
  await waitFor(() => expect(again.getAttribute('aria-busy')).toBe('true'));
  expect(isFocused(again)).toBe(true);
  gate.open();
  const article = await screen.findByRole('article', { name: post.title });
  await waitFor(() => expect(isFocused(article)).toBe(true));
});

it('a feed opened with "View Posts" takes the focus [F2-31]', async () => {
  server.use(serveFeedOf([]));
  const { user } = renderApp({ user: testUser() });
  const view = await screen.findByRole('button', { name: 'View Posts' });
  server.use(serveFeedOf([post]));
  view.focus();
  await user.keyboard('{Enter}');
  const feed = await screen.findByRole('feed');
  await waitFor(() => expect(isFocused(feed)).toBe(true));
});
