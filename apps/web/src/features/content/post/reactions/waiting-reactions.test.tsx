import type { ReactionState } from '@social-feed/contracts';
import { act, render, screen } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { keys } from '../../../../cache/keys';
import {
  addPendingChange,
  pendingChangesOf,
  storePendingChanges,
  WAITING_MAX,
  watchPendingChanges,
  type ReactionKind,
} from '../../../../cache/pending-changes';
import { withToasts } from '../../../../testing/toasts';
import { useDialogStore } from '../../../../lib/dialogs';
import { forgetRefused } from '../../../../lib/json';
import { createQueryClient } from '../../../../lib/query-client';
import { useUnsavedDrafts } from '../../../../lib/unsaved-drafts';
import { idOf, makePost } from '../../../../testing/make-post';
import { server } from '../../../../testing/server';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import type { ClientPost } from '../model/post';
import { ActionBar } from './action-bar';
import { runReaction } from './run-reaction';
import { sendWaitingReactions, showWaitingReactions } from './waiting-reactions';
import { pass } from '../../../../testing/fake-clock';

const ME = idOf(7);
const OTHER = idOf(8);
const POST = idOf(1);

const account = { liked: false, disliked: false, saved: false, isPinned: false };
/** What the server received, e.g. "add like". */
let calls: string[] = [];
let status = 200;

const answer = (): { success: boolean; data: ReactionState } => {
  const { liked, disliked, saved, isPinned } = account;
  return {
    success: true,
    data: {
      reactions: {
        likes: 3 + Number(liked),
        dislikes: 1 + Number(disliked),
        shares: 0,
        saves: Number(saved),
      },
      userInteraction: { liked, disliked, saved, viewed: false },
      isPinned,
      isBookmarked: saved,
    },
  };
};
const FLAGS = { like: 'liked', dislike: 'disliked', save: 'saved', pin: 'isPinned' } as const;

const setOnline = (online: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(online);
const waiting = (viewerId = ME) => [...pendingChangesOf(viewerId).keys()];

const stops: (() => void)[] = [];
/** A tab of the viewer that shows the post. */
const openTab = (viewerId = ME) => {
  const client = createQueryClient();
  const post = makePost({ _id: POST });
  const key = keys.post(POST, viewerId);
  client.setQueryData(key, post);
  stops.push(watchPendingChanges(viewerId), showWaitingReactions(client));
  return {
    client,
    post,
    cached: () => client.getQueryData<ClientPost>(key),
    read: () => client.setQueryData(key, makePost({ _id: POST, views: 99, ...answer().data })),
    press: (kind: ReactionKind) => runReaction(client, post, kind, viewerId),
    send: async () => {
      const sent = sendWaitingReactions(client, viewerId);
      await pass(3000);
      await sent;
    },
  };
};
const closeTabs = () => {
  for (const stop of stops.splice(0)) stop();
};

withToasts();
beforeEach(() => {
  calls = [];
  status = 200;
  Object.assign(account, { liked: false, disliked: false, saved: false, isPinned: false });
  for (const viewerId of [ME, OTHER]) storePendingChanges(viewerId, new Map());
  server.use(
    http.post('*/api/auth/refresh', () => HttpResponse.json({ success: false }, { status: 503 })),
    http.post('*/api/posts/:id/reactions', async ({ request }) => {
      const { type, action } = (await request.json()) as { type: keyof typeof FLAGS; action: string };
      calls.push(`${action} ${type}`);
      if (status === 0) return HttpResponse.error();
      if (status !== 200) return HttpResponse.json({ success: false, message: 'No' }, { status });
      account[FLAGS[type]] = action === 'add';
      if (action === 'add' && type === 'like') account.disliked = false;
      if (action === 'add' && type === 'dislike') account.liked = false;
      return HttpResponse.json(answer());
    }),
  );
});
afterEach(() => {
  closeTabs();
  forgetRefused();
  useDialogStore.setState({ current: null });
});

describe('a reaction without a connection', () => {
  it.each([
    ['like', 'add like', { reactions: { likes: 4 } }],
    ['dislike', 'add dislike', { reactions: { dislikes: 2 } }],
    ['bookmark', 'add save', { isBookmarked: true }],
    ['pin', 'add pin', { isPinned: true }],
  ] as const)(
    'shows a %s at once, makes no call, and is sent later as "%s" [B15-4]',
    async (kind, line, shown) => {
      const { press, cached, send } = openTab();
      setOnline(false);
      await press(kind);
      await pass(100);
      expect(cached()).toMatchObject(shown);
      expect(screen.getByText('It is sent when the connection is back.')).toBeInTheDocument();
      expect(waiting()).toHaveLength(1);
      await send();
      expect(calls).toEqual([]);
      setOnline(true);
      await send();
      expect(calls).toEqual([line]);
      expect(waiting()).toEqual([]);
      expect(cached()).toMatchObject(shown);
      await send();
      expect(calls).toEqual([line]);
    },
  );

  it('is undone by a second press: then nothing waits [B15-5]', async () => {
    const { press, cached, post, send } = openTab();
    setOnline(false);
    await press('like');
    await press('like');
    expect(cached()).toEqual(post);
    expect(waiting()).toEqual([]);
    setOnline(true);
    await send();
    expect(calls).toEqual([]);
  });

  it('is replaced by the opposite one [B15-5]', async () => {
    const { press, cached, send } = openTab();
    setOnline(false);
    await press('like');
    await press('dislike');
    expect(cached()).toMatchObject({ reactions: { likes: 3, dislikes: 2 } });
    setOnline(true);
    await send();
    expect(calls).toEqual(['add dislike']);
  });

  it('waits if its call failed because the network was lost; undone, it is removed explicitly [B15-4 B15-5]', async () => {
    server.use(
      http.post('*/api/post-interactions/:id/like', () => {
        setOnline(false);
        // it arrived, but the answer did not
        account.liked = true;
        return HttpResponse.error();
      }),
    );
    const { press, cached, post, send } = openTab();
    void press('like');
    await pass(100);
    expect(cached()).toMatchObject({ userInteraction: { liked: true } });
    expect(screen.queryByText(/^Failed/)).toBeNull();
    await press('like');
    expect(cached()).toEqual(post);
    setOnline(true);
    await send();
    expect(calls).toEqual(['remove like', 'remove dislike']);
    expect(account.liked).toBe(false);
    expect(waiting()).toEqual([]);
  });

  it('stays shown over responses, with the right counts, also after a reload [B15-4]', async () => {
    const { press, read, cached } = openTab();
    setOnline(false);
    await press('like');
    act(() => void read());
    expect(cached()).toMatchObject({ views: 99, likes: 4, userInteraction: { liked: true } });
    closeTabs();
    const reloaded = openTab();
    expect(reloaded.cached()).toMatchObject({ likes: 4, userInteraction: { liked: true } });
    // the account has it from elsewhere
    account.liked = true;
    act(() => void reloaded.read());
    expect(reloaded.cached()).toMatchObject({ likes: 4, userInteraction: { liked: true } });
  });

  it.each([0, 429, 503, 401])('waits on if sending it ends with %i [B15-4]', async (failure) => {
    const { press, cached, send } = openTab();
    setOnline(false);
    await press('bookmark');
    setOnline(true);
    status = failure;
    await send();
    expect(cached()).toMatchObject({ isBookmarked: true });
    expect(waiting()).toEqual([`bookmark ${POST}`]);
    status = 200;
    await send();
    expect(account.saved).toBe(true);
    expect(waiting()).toEqual([]);
  });

  it('is dropped with one message if the server refuses it [B15-6]', async () => {
    const { press, cached, post, send } = openTab();
    setOnline(false);
    await press('like');
    await press('bookmark');
    setOnline(true);
    status = 404;
    await send();
    expect(calls).toEqual(['add like', 'add save']);
    expect(cached()).toEqual(post);
    expect(waiting()).toEqual([]);
    expect(screen.getAllByText(/^Some of what you did offline could not be sent/)).toHaveLength(1);
  });

  it('stays with the account while another one is used [B15-7]', async () => {
    const { press } = openTab();
    setOnline(false);
    await press('like');
    closeTabs();
    setOnline(true);
    const other = openTab(OTHER);
    await other.send();
    expect(other.cached()).toMatchObject({ userInteraction: { liked: false } });
    await sendWaitingReactions(other.client, ME);
    expect(calls).toEqual([]);
    closeTabs();
    await openTab().send();
    expect(calls).toEqual(['add like']);
  });

  it('shows in another tab, also undone, and is sent by one of them [B15-7]', async () => {
    const here = openTab();
    setOnline(false);
    await here.press('like');
    const value = localStorage.getItem(`pending-changes:${ME}`);
    await here.press('like');
    const there = openTab();
    const event = (newValue: string | null) =>
      act(
        () =>
          void window.dispatchEvent(new StorageEvent('storage', { key: `pending-changes:${ME}`, newValue })),
      );
    event(value);
    expect(there.cached()).toMatchObject({ likes: 4, userInteraction: { liked: true } });
    event(value?.replace('"wanted":"like"', '"wanted":null') ?? null);
    event(null);
    expect(there.cached()).toMatchObject({ likes: 3, userInteraction: { liked: false } });
    event('{');
    await here.press('bookmark');
    setOnline(true);
    const sent = [here, there].map(({ client }) => sendWaitingReactions(client, ME));
    await pass(3000);
    await Promise.all(sent);
    expect(calls).toEqual(['add save']);
  });

  it('fails as usual beyond the number that can wait', async () => {
    const { press, cached, post } = openTab();
    setOnline(false);
    for (let index = 0; index < WAITING_MAX; index += 1)
      addPendingChange(ME, `vote ${idOf(100 + index)}`, {
        ...{ kind: 'react', post: idOf(100 + index), author: idOf(900), group: 'vote' },
        ...{ wanted: 'like', was: null, at: '2026-11-20T10:00:00.000Z' },
      } as const);
    server.use(http.post('*/api/post-interactions/:id/like', () => HttpResponse.error()));
    void press('like');
    await pass(5000);
    expect(cached()).toEqual(post);
    expect(waiting()).toHaveLength(WAITING_MAX);
    expect(screen.getByText('Failed to update like. Please try again.')).toBeInTheDocument();
  });

  it('lasts as long as the page if storage is full, and says so [B15-7]', async () => {
    const { press, cached, send } = openTab();
    setOnline(false);
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('Full', 'QuotaExceededError');
    });
    await press('like');
    await pass(100);
    expect(screen.getByText(/^This browser cannot save what waits/)).toBeInTheDocument();
    expect(useUnsavedDrafts.getState().names.size).toBe(1);
    expect(cached()).toMatchObject({ userInteraction: { liked: true } });
    setOnline(true);
    await send();
    expect(calls).toEqual(['add like']);
    expect(useUnsavedDrafts.getState().names.size).toBe(0);
  });
});

it('marks the buttons of reactions that wait [B15-8]', async () => {
  const { client, cached, press } = openTab();
  const view = () => (
    <ActionBar post={cached()!} onComments={() => undefined} commentsOpen={false} saves={true} />
  );
  const { rerender } = render(view(), { wrapper: withViewer(client, testUser({ _id: ME })) });
  setOnline(false);
  await act(() => press('dislike'));
  await act(() => press('bookmark'));
  rerender(view());
  expect(screen.getByRole('button', { name: 'Dislike, 2, waiting to be sent' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Save, 1, waiting to be sent' })).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Like, 3' })).toBeInTheDocument();
  await act(() => press('bookmark'));
  rerender(view());
  expect(screen.getByRole('button', { name: 'Save, 0' })).toBeInTheDocument();
});
