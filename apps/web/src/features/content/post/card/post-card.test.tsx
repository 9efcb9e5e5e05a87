import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../../cache/keys';
import { makePost, makeServerPost } from '../../../../testing/make-post';
import { renderApp } from '../../../../testing/render-app';
import { makeGate, reactionAnswer, serveFeedOf } from '../../../../testing/serve';
import { server } from '../../../../testing/server';
import { installFakeSight, setInSight } from '../../../../testing/sight';
import { testUser } from '../../../../testing/users';
import type { ClientPost } from '../model/post';
import { useDialogStore } from '../../../../lib/dialogs';
import { useCardViews } from '../model/card-views';

vi.setConfig({ testTimeout: 40_000 });

const post = makeServerPost();
const viewer = testUser();

const card = () => screen.findByRole('article', { name: 'Morning light' });
const control = async (name: RegExp) => within(await card()).getByRole('button', { name });
const isPressed = (button: HTMLElement) => button.getAttribute('aria-pressed') === 'true';

// the app fetches these as soon as a post is shown
beforeAll(() => import('../reactions/run-reaction'));
beforeEach(() => {
  installFakeSight();
  server.use(serveFeedOf([post]));
});
afterEach(() => {
  useDialogStore.setState({ current: null });
  useCardViews.setState({ views: {} });
  vi.useRealTimers();
});

describe('reactions on a card', () => {
  it('shows a like at once in every cached copy, then uses the server’s counts [F4-17]', async () => {
    const gate = makeGate();
    server.use(
      http.post('*/api/post-interactions/:id/like', async () => {
        await gate.passed;
        return HttpResponse.json(reactionAnswer({ likes: 9, dislikes: 1 }, { liked: true }));
      }),
    );
    const { user, queryClient } = renderApp({ user: viewer });
    const detail = keys.post(post._id, viewer._id);
    queryClient.setQueryData(detail, makePost());
    await user.click(await control(/^Like, 3$/));
    expect(isPressed(await control(/^Like, 4$/))).toBe(true);
    expect(queryClient.getQueryData<ClientPost>(detail)?.reactions).toMatchObject({ likes: 4, like: 4 });
    gate.open();
    await waitFor(() => expect(queryClient.getQueryData<ClientPost>(detail)?.likes).toBe(9));
    expect(isPressed(await control(/^Like, 9$/))).toBe(true);
  });

  it('rolls back with a toast when the call fails', async () => {
    server.use(
      http.post('*/api/post-interactions/:id/dislike', () =>
        HttpResponse.json({ success: false, message: 'No', code: 'CONFLICT' }, { status: 409 }),
      ),
    );
    const { user } = renderApp({ user: viewer });
    await user.click(await control(/^Dislike/));
    await screen.findByText('Failed to update dislike. Please try again.');
    expect(isPressed(await control(/^Dislike, 1$/))).toBe(false);
  });

  it('refuses a second action while one is pending [F4-19]', async () => {
    const gate = makeGate();
    let calls = 0;
    server.use(
      http.post('*/api/post-interactions/:id/like', async () => {
        calls += 1;
        await gate.passed;
        return HttpResponse.json(reactionAnswer({ likes: 9, dislikes: 1 }, { liked: true }));
      }),
    );
    const { user } = renderApp({ user: viewer });
    await user.click(await control(/^Like/));
    await user.click(await control(/^Dislike/));
    await screen.findByText('Please wait for previous action to complete.');
    await user.click(screen.getByRole('button', { name: 'OK' }));
    // the alert shows at once; the call takes as long as the network
    await waitFor(() => expect(calls).toBe(1));
    gate.open();
    await waitFor(async () => expect(isPressed(await control(/^Like, 9$/))).toBe(true));
    expect(isPressed(await control(/^Dislike, 1$/))).toBe(false);
    expect(calls).toBe(1);
  });
});

describe('share', () => {
  it('copies the link without native share, and counts the share once [F4-31]', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/posts/:id/reactions', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json(reactionAnswer({ likes: 3, dislikes: 1, shares: 1 }, {}));
      }),
    );
    const { user } = renderApp({ user: viewer });
    await user.click(await control(/^Share, 0$/));
    await control(/^Share, 1$/);
    expect(bodies).toEqual([{ type: 'share', action: 'add' }]);
    expect(await navigator.clipboard.readText()).toBe(`http://localhost:3000/p/${post._id}`);
  });

  it('does not count a cancelled native share', async () => {
    const share = vi.fn().mockRejectedValue(new DOMException('no', 'AbortError'));
    vi.stubGlobal('navigator', Object.assign(navigator, { share }));
    const { user } = renderApp({ user: viewer });
    await user.click(await control(/^Share/));
    await waitFor(() => expect(share).toHaveBeenCalledOnce());
    await control(/^Share, 0$/);
    Object.assign(navigator, { share: undefined });
  });
});

describe('login required', () => {
  const visit = async () => {
    localStorage.setItem('visitor-mode', 'on');
    const view = renderApp({ user: null });
    await card();
    return view;
  };

  it.each([
    [/^Like/, 'like'],
    [/^Dislike/, 'dislike'],
    [/^Share/, 'share'],
  ])('prompts a visitor who presses %s [F2-58 F5-5 F6-3]', async (name, action) => {
    const { user, address } = await visit();
    await user.click(await control(name));
    const dialog = await screen.findByRole('dialog', { name: 'Login Required' });
    within(dialog).getByText(`You need to be logged in to ${action} this post. Please login to continue.`);
    await user.click(within(dialog).getByRole('button', { name: 'Login' }));
    expect(address()).toBe('/i/account/login');
    expect(screen.getByTestId('address').dataset['state']).toContain('/home');
  });

  it('offers an account to a visitor, and remembers the page', async () => {
    const { user, address } = await visit();
    await user.click(await control(/^Like/));
    const dialog = await screen.findByRole('dialog', { name: 'Login Required' });
    await user.click(within(dialog).getByRole('link', { name: 'Create one now' }));
    expect(address()).toBe('/i/account/signup');
    expect(screen.getByTestId('address').dataset['state']).toContain('/home');
  });

  it('closes with Cancel, and automatically after 10 seconds [F2-60 F9-34]', async () => {
    const { user } = await visit();
    await user.click(await control(/^Like/));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    const like = await control(/^Like/);
    vi.useFakeTimers();
    fireEvent.click(like);
    expect(screen.queryByRole('dialog')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(9_999));
    expect(screen.queryByRole('dialog')).not.toBeNull();
    act(() => void vi.advanceTimersByTime(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('opens the comments with their login prompt, under the dialog [F5-6]', async () => {
    const asked: string[] = [];
    server.use(
      http.get('*/api/comments/post/:postId', ({ request }) => {
        asked.push(new URL(request.url).search);
        return HttpResponse.json({
          success: true,
          data: [],
          pagination: { currentPage: 1, hasNextPage: false, totalComments: 0 },
        });
      }),
    );
    const { user } = await visit();
    await user.click(await control(/^Comment, /));
    await screen.findByRole('dialog', { name: 'Login Required' });
    await screen.findByText('Please log in to post a comment.');
    await waitFor(() => expect(asked).toEqual(['?page=1&limit=15&orderType=smart']));
  });
});

describe('follow', () => {
  it('shows ... for half a second, then Following on every post of the author [F2-37 F4-26 F6-7]', async () => {
    server.use(serveFeedOf([post, makeServerPost({ _id: 'f'.repeat(24), title: 'Another' })]));
    renderApp({ user: viewer });
    const button = await control(/^Follow Nilay/);
    vi.useFakeTimers();
    fireEvent.click(button);
    expect(button.textContent).toBe('...');
    expect(button).toHaveAttribute('aria-disabled', 'true');
    act(() => void vi.advanceTimersByTime(500));
    expect(screen.getAllByRole('button', { name: 'Following Nilay Demir' })).toHaveLength(2);
    expect(localStorage.getItem(`follows:${viewer._id}`)).toContain('true');
  });

  it('is absent on own posts [F4-27 F6-15]', async () => {
    server.use(serveFeedOf([makeServerPost({ user: { ...post.user, _id: viewer._id } })]));
    renderApp({ user: viewer });
    expect(within(await card()).queryByRole('button', { name: /^Follow/ })).toBeNull();
  });
});

describe('views', () => {
  const isCard = (element: Element) => element.tagName === 'ARTICLE';

  it('are sent in a batch after one second at half of the card, and raise the count [F4-33]', async () => {
    const bodies: unknown[] = [];
    server.use(
      http.post('*/api/post-interactions/batch-views', async ({ request }) => {
        bodies.push(await request.json());
        return HttpResponse.json({
          success: true,
          data: { results: [{ postId: post._id, viewAdded: true, totalViews: 13 }] },
        });
      }),
    );
    renderApp({ user: testUser({ _id: '65f0000000000000000000b1' }) });
    const shown = await card();
    within(shown).getByTitle('12 views');
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setInSight(isCard, 0.49);
    vi.advanceTimersByTime(5000);
    expect(bodies).toEqual([]);
    setInSight(isCard, 0.5);
    vi.advanceTimersByTime(3100);
    await within(shown).findByTitle('13 views');
    expect(bodies).toMatchObject([{ postViews: [{ postId: post._id, feed: true, referralSource: 'feed' }] }]);
  });

  it('show an error when they fail, unless the server answers Already, Self-view or recent [F8-21]', async () => {
    let message = 'View already counted';
    server.use(
      http.post('*/api/post-interactions/batch-views', () =>
        HttpResponse.json({ success: false, message, code: 'CONFLICT' }, { status: 409 }),
      ),
    );
    const first = renderApp({ user: testUser({ _id: '65f0000000000000000000b2' }) });
    await card();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    setInSight(isCard, 1);
    await vi.advanceTimersByTimeAsync(4000);
    expect(screen.queryByText('Failed to track view')).toBeNull();
    first.unmount();
    message = 'Out of order';
    renderApp({ user: testUser({ _id: '65f0000000000000000000b3' }) });
    await card();
    setInSight(isCard, 1);
    await vi.advanceTimersByTimeAsync(4000);
    await screen.findByText('Failed to track view');
  });
});
