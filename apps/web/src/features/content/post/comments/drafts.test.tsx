import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useDraftStore } from './draft-store';
import { forgetFeed } from '../../../reading/feed/feed-memory';
import { idOf, makeComment, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeGate, reactionAnswer, serveCommentsOf, serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { installFakeSight } from '../../../../testing/sight';
import { testUser } from '../../../../testing/users';
import { useCardViews } from '../model/card-views';

vi.setConfig({ testTimeout: 30_000 });

const post = makeServerPost();
const viewer = testUser();
const field = () => screen.findByPlaceholderText<HTMLTextAreaElement>('Write a comment...');
const card = () => screen.findByRole('article', { name: 'Morning light' });

beforeAll(() => import('../reactions/run-reaction'));
beforeEach(() => {
  installFakeSight();
  forgetFeed();
  useDraftStore.setState({ drafts: {} });
  useCardViews.setState({ views: {} });
  const status = { liked: true, disliked: false, saved: false, viewed: true };
  server.use(
    serveFeedOf([post]),
    serveCommentsOf([]),
    http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: post })),
    http.get('*/api/post-interactions/:id/status', () => HttpResponse.json({ success: true, data: status })),
    http.post('*/api/post-interactions/:id/like', () =>
      HttpResponse.json(reactionAnswer({ likes: 4, dislikes: 1 }, { liked: true })),
    ),
  );
});
afterEach(() => useCardViews.setState({ views: {} }));

const openPanel = async () => {
  const view = renderApp({ user: viewer });
  await view.user.click(within(await card()).getByRole('button', { name: /^Comment, / }));
  return view;
};

describe('a comment draft', () => {
  it('survives reactions, closing, opening the post page and going back, and a reload [F4-40]', async () => {
    const { user, unmount } = await openPanel();
    await user.type(await field(), 'Half a thought');

    await user.click(within(await card()).getByRole('button', { name: /^Like, 3$/ }));
    await within(await card()).findByRole('button', { name: /^Like, 4$/ });
    expect(await field()).toHaveValue('Half a thought');

    const toggle = within(await card()).getByRole('button', { name: /^Comment, / });
    await user.click(toggle);
    await waitFor(() => expect(screen.queryByPlaceholderText('Write a comment...')).toBeNull());
    await user.click(toggle);
    expect(await field()).toHaveValue('Half a thought');

    await user.click(within(await card()).getByRole('link', { name: 'Morning light' }));
    await screen.findByRole('heading', { level: 1, name: 'Morning light' });
    expect(await field()).toHaveValue('Half a thought');
    await user.type(await field(), ', and another');
    await user.click(screen.getByRole('button', { name: 'Close' }));
    await card();
    expect(await field()).toHaveValue('Half a thought, and another');

    // a reload starts from storage
    unmount();
    const kept = JSON.parse(localStorage.getItem('comment-drafts') ?? '{}') as Record<string, string>;
    useDraftStore.setState({ drafts: kept });
    useCardViews.setState({ views: {} });
    await openPanel();
    expect(await field()).toHaveValue('Half a thought, and another');
  });

  it('belongs to its author: another user gets an empty field', async () => {
    const { user, unmount } = await openPanel();
    await user.type(await field(), 'Mine');
    unmount();
    useCardViews.setState({ views: {} });
    const other = renderApp({ user: testUser({ _id: '65f0000000000000000000c9' }) });
    await other.user.click(within(await card()).getByRole('button', { name: /^Comment, / }));
    expect(await field()).toHaveValue('');
  });

  it('is removed once posted, except for text typed since', async () => {
    const gate = makeGate();
    const texts: string[] = [];
    server.use(
      http.post('*/api/comments', async ({ request }) => {
        const { body } = (await request.json()) as { body: string };
        texts.push(body);
        await gate.passed;
        const comment = makeComment({ _id: idOf(6000 + texts.length), body });
        return HttpResponse.json({ success: true, data: comment }, { status: 201 });
      }),
    );
    const { user } = await openPanel();
    await user.type(await field(), 'First');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    fireEvent.change(await field(), { target: { value: 'Second' } });
    gate.open();
    await waitFor(() => expect(screen.getByRole('button', { name: 'Post' })).toBeEnabled());
    expect(await field()).toHaveValue('Second');
    await user.click(screen.getByRole('button', { name: 'Post' }));
    await waitFor(async () => expect(await field()).toHaveValue(''));
    expect(texts).toEqual(['First', 'Second']);
    expect(localStorage.getItem('comment-drafts')).toBe('{}');
  });
});
