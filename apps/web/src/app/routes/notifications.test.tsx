import type { Notification } from '@social-feed/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { keepMuted } from '../../cache/muted-store';
import { useUnread } from '../../cache/unread-store';
import { setWindowWidth } from '../../testing/media';
import { makeNotification, makePerson } from '../../testing/make-notification';
import { idOf } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { testUser } from '../../testing/users';

const LIKED = makeNotification({
  people: [makePerson(2, 'Ana'), makePerson(3, 'Ben'), makePerson(4, 'Cleo')],
  count: 5,
});
const FOLLOWED = makeNotification({
  _id: 'follow:1',
  kind: 'follow',
  post: null,
  at: '2026-11-19T09:00:00.000Z',
  isRead: true,
});

interface Page {
  data: Notification[];
  nextCursor?: string;
  /** Overrides the count, for unread items on later pages. */
  unread?: number;
}
/** Pages by cursor; the key of the first is empty. */
let pages: Record<string, Page | number>;
let reads: object[];
const page = (cursor: string) => {
  const found = pages[cursor] ?? 404;
  if (typeof found === 'number')
    return HttpResponse.json({ success: false, message: 'Out of order', code: 'X' }, { status: found });
  const unread = found.data.filter(({ isRead }) => !isRead).length;
  return HttpResponse.json({ success: true, nextCursor: null, unread, ...found });
};
const open = () => renderApp({ user: testUser(), url: '/notifications' });
const rows = async () =>
  within(await screen.findByRole('region', { name: 'Your notifications' })).findAllByRole('listitem');

beforeEach(() => {
  setWindowWidth(1440);
  useUnread.setState({ unread: 0, newsAt: 0 });
  pages = { '': { data: [LIKED, FOLLOWED] } };
  reads = [];
  server.use(
    http.get('/api/notifications', ({ request }) =>
      page(new URL(request.url).searchParams.get('cursor') ?? ''),
    ),
    http.get('/api/posts/:id', () =>
      HttpResponse.json({ success: false, message: 'No post', code: 'NOT_FOUND' }, { status: 404 }),
    ),
    http.post('/api/notifications/read', async ({ request }) => {
      reads.push((await request.json()) as object);
      return HttpResponse.json({ success: true, data: { unread: 0 } });
    }),
  );
});

describe('/notifications', () => {
  it('lists notifications with links, above the coming-soon part [B5-11]', async () => {
    open();
    const [first, second] = await rows();
    expect(first).toHaveTextContent('New: Ana and 4 others liked “Harbour”');
    expect(within(first!).getByRole('link', { name: 'Ana' })).toHaveAttribute('href', '/ana');
    expect(within(first!).getByRole('link', { name: '“Harbour”' })).toHaveAttribute('href', `/p/${idOf(1)}`);
    expect(second).toHaveTextContent('Ana followed you');
    // in-app notifications exist: only push is still to come
    expect(screen.getByText('Coming Soon').parentElement).toHaveTextContent(
      /^Coming Soon\s*Push: updates on posts, likes, comments, also while Social Feed is closed$/,
    );
  });

  it('links to the comment of a notification [B5-13]', async () => {
    pages = { '': { data: [makeNotification({ kind: 'reply', comment: idOf(7) })] } };
    open();
    const [row] = await rows();
    const link = within(row!).getByRole('link', { name: '“Harbour”' });
    expect(link).toHaveAttribute('href', `/p/${idOf(1)}?comment=${idOf(7)}`);
  });

  it('folds a quoted comment with a muted word until it is opened [B34-11]', async () => {
    const comment = { kind: 'comment', comment: idOf(7) } as const;
    pages = {
      '': {
        data: [
          makeNotification({ ...comment, text: 'Spoilers ahead' }),
          makeNotification({ ...comment, _id: 'comment:2', text: 'Well said' }),
        ],
      },
    };
    const muted = [{ word: 'spoilers', until: null }];
    keepMuted(testUser()._id, muted);
    // the account's list replaces the stored one
    server.use(
      http.get('/api/people/own', () =>
        HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted, languages: [] } }),
      ),
    );
    const { user } = open();
    const show = await screen.findByRole('button', { name: 'Show Comment with “spoilers” hidden' });
    expect(screen.queryByText('Spoilers ahead')).toBeNull();
    expect(screen.getByText('Well said')).toBeVisible();
    await user.click(show);
    expect(screen.getByText('Spoilers ahead')).toBeVisible();
    keepMuted(testUser()._id, []);
  });

  it('names no title of others with a muted word [B34-12]', async () => {
    const post = { _id: idOf(1), title: 'Spoilers ahead' };
    const of = (kind: Notification['kind'], _id: string) => makeNotification({ kind, _id, post });
    pages = {
      '': { data: [of('mention', 'mention:1'), of('reply', 'reply:1'), of('comment', 'comment:1')] },
    };
    const muted = [{ word: 'spoilers', until: null }];
    keepMuted(testUser()._id, muted);
    server.use(
      http.get('/api/people/own', () =>
        HttpResponse.json({ success: true, data: { follows: [], blocks: [], muted, languages: [] } }),
      ),
    );
    open();
    const [mention, reply, own] = await rows();
    expect(within(mention!).getByRole('link', { name: 'a post' })).toBeVisible();
    expect(within(reply!).getByRole('link', { name: 'a post' })).toBeVisible();
    expect(within(own!).getByRole('link', { name: '“Spoilers ahead”' })).toBeVisible();
    keepMuted(testUser()._id, []);
  });

  it('shows an empty state [B5-11]', async () => {
    pages = { '': { data: [] } };
    open();
    expect(await screen.findByRole('heading', { name: 'Nothing new' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('shows an error, keeps the rest of the page, and retries [B5-11]', async () => {
    pages = { '': 400 };
    const { user } = open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load notifications');
    expect(screen.getByText('Coming Soon')).toBeVisible();
    pages = { '': { data: [LIKED] } };
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await rows()).toHaveLength(1);
  });

  it('loads by cursor, skips a page without visible items, and keeps the list when one fails [B5-11]', async () => {
    pages = { '': { data: [], nextCursor: 'b' }, b: 400 };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Show more notifications' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Failed to load more notifications');
    pages['b'] = { data: [LIKED], nextCursor: 'c' };
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await rows()).toHaveLength(1);
    // an item that moved to the next page in between shows once
    pages['c'] = { data: [LIKED, FOLLOWED] };
    await user.click(screen.getByRole('button', { name: 'Show more notifications' }));
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(screen.queryByRole('button', { name: 'Show more notifications' })).toBeNull();
  });

  it('shows the first new notification at once', async () => {
    open();
    expect(await rows()).toHaveLength(2);
    const more = (id: string) => makeNotification({ _id: id, kind: 'follow', post: null });
    const tell = () => act(() => useUnread.setState({ unread: 2, newsAt: Date.now() + 1 }));
    pages = { '': { data: [more('follow:2'), LIKED, FOLLOWED] } };
    tell();
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  it('marks all as read at once, up to the latest shown [B5-12]', async () => {
    const { user } = open();
    expect(await screen.findByRole('link', { name: 'Notifications, new' })).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(reads).toEqual([{ until: LIKED.at }]));
    expect((await rows())[0]).not.toHaveTextContent('New:');
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeVisible();
    // the button disappears when pressed
    await waitFor(() => expect(screen.getByRole('region', { name: 'Your notifications' })).toHaveFocus());
  });

  it('marks all as read if the unread ones are on later pages [B5-12]', async () => {
    pages = {
      '': { data: [FOLLOWED], nextCursor: 'b', unread: 1 },
      b: { data: [makeNotification({ at: '2026-11-18T09:00:00.000Z' })], unread: 1 },
    };
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    await waitFor(() => expect(reads).toEqual([{ until: FOLLOWED.at }]));
    expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull();
  });

  it('marks a notification as read when its link is followed [B5-14]', async () => {
    pages = { '': { data: [LIKED, makeNotification({ _id: 'like:2' }), FOLLOWED] } };
    const { user } = open();
    const [, second] = await rows();
    await user.click(within(second!).getByRole('link', { name: '“Harbour”' }));
    await waitFor(() => expect(reads).toEqual([{ until: LIKED.at, notification: 'like:2' }]));
    expect(await screen.findByText('Post not found')).toBeVisible();
  });

  it.each([
    ['its link', /^“Harbour”$/],
    ['what somebody wrote', /^Well said$/],
  ])('marks a notification as read when %s opens in another tab [B5-14]', async (_what, text) => {
    vi.stubGlobal('open', vi.fn());
    pages = { '': { data: [makeNotification({ kind: 'comment', text: 'Well said' })] } };
    open();
    const pressed = within((await rows())[0]!).getByText(text);
    fireEvent(pressed, new MouseEvent('auxclick', { bubbles: true, button: 2 }));
    expect((await rows())[0]).toHaveTextContent('New:');
    fireEvent(pressed, new MouseEvent('auxclick', { bubbles: true, button: 1 }));
    await waitFor(() => expect(reads).toHaveLength(1));
    expect((await rows())[0]).not.toHaveTextContent('New:');
    vi.unstubAllGlobals();
  });

  it('sends nothing when the link of a read notification is followed', async () => {
    pages = { '': { data: [makeNotification({ isRead: true })] } };
    const { user } = open();
    await user.click(within((await rows())[0]!).getByRole('link', { name: '“Harbour”' }));
    expect(await screen.findByText('Post not found')).toBeVisible();
    expect(reads).toEqual([]);
  });

  it('keeps them unread if the call fails, and shows an error [B5-12]', async () => {
    server.use(http.post('/api/notifications/read', () => HttpResponse.error()));
    const { user } = open();
    await user.click(await screen.findByRole('button', { name: 'Mark all as read' }));
    expect(await screen.findByText('Cannot connect to server...')).toBeVisible();
    expect((await rows())[0]).toHaveTextContent('New: Ana');
    expect(screen.getByRole('button', { name: 'Mark all as read' })).toBeEnabled();
    expect(screen.getByRole('link', { name: 'Notifications, new' })).toBeVisible();
  });
});

describe('the dot in the navigation', () => {
  it.each([820, 1440])('is part of the link’s name at %s px [B5-20]', async (width) => {
    setWindowWidth(width);
    renderApp({ user: testUser(), url: '/about' });
    expect(await screen.findByRole('link', { name: 'Notifications' })).toBeVisible();
    act(() => useUnread.setState({ unread: 2 }));
    expect(screen.getByRole('link', { name: 'Notifications, new' })).toBeVisible();
  });

  it('is part of the names of More and its link on a phone [B5-20]', async () => {
    setWindowWidth(375);
    const { user } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('button', { name: 'More' });
    act(() => useUnread.setState({ unread: 2 }));
    await user.click(screen.getByRole('button', { name: 'More, new notifications' }));
    expect(await screen.findByRole('link', { name: 'Notifications, new' })).toBeVisible();
  });
});
