import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { useCardViews } from '../../features/content/post/model/card-views';
import { utcDay } from '../../features/content/post/model/hand-way';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import { DAY } from '../../lib/time';
import { setVisitorMode } from '../../lib/visitor-mode';
import { idOf, makeServerPost, mediaItem } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { reactionAnswer, serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { installFakeSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const ME = testUser();
const author = { ...makeServerPost().user, _id: idOf(70) };
const posts = (count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    makeServerPost({ _id: idOf(1 + index), title: `Post ${1 + index}`, user: author }),
  );

let data = posts(3);
let calls: string[];
let collections: { _id: string; name: string }[];
let limit: number;

beforeAll(() => Promise.all([import('./later-pages'), import('./today')]));

beforeEach(() => {
  data = posts(3);
  calls = [];
  collections = [];
  limit = 100;
  leave({ unmount: () => undefined });
  localStorage.clear();
  installFakeSight();
  // a phone with room for cards
  const none = { addEventListener: () => undefined, removeEventListener: () => undefined };
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => ({ ...none, media: query, matches: query.includes('18.75rem') }) as unknown as MediaQueryList,
  );
  const react = (kind: 'like' | 'bookmark', id: unknown) => {
    calls.push(`${kind} ${String(id)}`);
    return HttpResponse.json(
      reactionAnswer({ likes: 1, saves: 1 }, kind === 'like' ? { liked: true } : { saved: true }),
    );
  };
  const shown = (one: { _id: string; name: string }) => ({
    ...one,
    posts: 0,
    shareId: null,
    createdAt: '2026-11-01T00:00:00.000Z',
  });
  server.use(
    serveFeedOf([makeServerPost({ _id: idOf(900), title: 'Post 900' })]),
    http.get('*/api/posts/today', ({ request }) => {
      const date = new URL(request.url).searchParams.get('date') ?? utcDay();
      const numbers = data.map((_post, index) => index);
      const order = { seed: 7, generation: 0, population: 9, numbers, dayBefore: null };
      return HttpResponse.json({ success: true, date, data, ...order });
    }),
    http.post('*/api/post-interactions/:id/like', ({ params }) => react('like', params['id'])),
    http.post('*/api/posts/:id/bookmark', ({ params }) => react('bookmark', params['id'])),
    http.get('*/api/posts/:id', () => HttpResponse.json({ success: true, data: data[0] })),
    http.get('*/api/post-interactions/:id/status', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/comments/post/:id', () => new HttpResponse(null, { status: 404 })),
    http.get('*/api/collections', () => HttpResponse.json({ success: true, data: collections.map(shown) })),
    http.post('*/api/collections', async ({ request }) => {
      const { name } = (await request.json()) as { name: string };
      calls.push(`create ${name}`);
      if (collections.length >= limit || collections.some((one) => one.name === name))
        return HttpResponse.json({ success: false, message: 'Conflict', code: 'CONFLICT' }, { status: 409 });
      const made = { _id: idOf(500), name };
      collections = [...collections, made];
      return HttpResponse.json({ success: true, data: shown(made) }, { status: 201 });
    }),
    http.post('*/api/collections/:id/posts', async ({ params, request }) => {
      const body = (await request.json()) as { post: string; action: string };
      calls.push(`${body.action} ${body.post} ${String(params['id'])}`);
      return HttpResponse.json({ success: true, data: shown({ _id: String(params['id']), name: 'Kept' }) });
    }),
  );
});

const open = (url = '/today') => renderApp({ user: ME, url });
/** Closes the tab; the browser keeps what it stored. */
const leave = (view: { unmount: () => void }) => {
  view.unmount();
  forgetFeed();
  sessionStorage.clear();
  useCardViews.setState({ views: {} });
};
const cards = () => screen.queryAllByRole('article').filter((card) => card.closest('[inert]') === null);
const place = () => document.querySelector('header [role=status]')!;

/** Waits for the card with this number and name. */
const card = async (number: number, of = 3) => {
  await screen.findByRole('heading', { level: 1 });
  await waitFor(() => expect(place().textContent).toBe(`Card ${number} of ${of}`));
  expect(cards()).toHaveLength(1);
  expect(cards()[0]).toHaveAttribute('aria-posinset', String(number));
  return within(cards()[0]!);
};
const press = (key: string) => fireEvent.keyDown(document.body, { key });

describe("the cards of today's hand", () => {
  it('count pictures from left to right in every language, as the feed does', async () => {
    data = [{ ...posts(1)[0]!, media: [mediaItem('a.jpg'), mediaItem('b.jpg')] }];
    open();
    expect((await card(1, 1)).getByText('1 / 2')).toHaveAttribute('dir', 'ltr');
  });

  it('show one post a screen, by buttons and keys, to the end and back [B11-6]', async () => {
    const { user } = open();
    const first = await card(1);
    expect(first.getByRole('heading', { name: 'Post 1' })).toBeVisible();
    expect(first.getAllByRole('button').map((button) => button.title)).toEqual([
      'Like',
      'Comment',
      'Save',
      'Post options',
    ]);
    await user.click(screen.getByRole('button', { name: 'Next card' }));
    await card(2);
    press('ArrowRight');
    await card(3);
    press('ArrowRight');
    await waitFor(() => expect(place()).toHaveTextContent('The end'));
    expect(screen.getByRole('heading', { name: 'That was today' })).toBeVisible();
    press('ArrowRight');
    expect(place()).toHaveTextContent('The end');
    press('ArrowLeft');
    await card(3);
    press('Home');
    await card(1);
  });

  it('begin where the reader stopped, and are kept by account [B11-6]', async () => {
    const first = open();
    await card(1);
    press('ArrowRight');
    await card(2);
    leave(first);
    const second = open();
    await card(2);
    leave(second);
    renderApp({ user: testUser({ _id: idOf(99) }), url: '/today' });
    await card(1);
  });

  it('count what is there: blocked authors leave, and hidden posts keep their place [B11-4]', async () => {
    data = data.with(1, { ...data[1]!, user: { ...author, _id: idOf(77) } });
    useBlockStore.setState({ blocked: [{ _id: idOf(77), userName: 'b', fullName: 'B' }] });
    const { unmount } = open();
    await card(1, 2);
    press('ArrowRight');
    expect((await card(2, 2)).getByRole('heading', { name: 'Post 3' })).toBeVisible();
    unmount();
    useBlockStore.setState({ blocked: [] });
  });

  it('like on a double tap and open on a single one [B11-14]', async () => {
    const { address } = open();
    const title = (await card(1)).getByRole('heading', { name: 'Post 1' });
    const tap = (detail: number) => fireEvent.click(title, { detail });
    tap(1);
    tap(2);
    await waitFor(() => expect(calls).toEqual([`like ${idOf(1)}`]));
    expect(address()).toBe('/today');
    // what is liked stays liked
    tap(1);
    tap(2);
    tap(1);
    await waitFor(() => expect(address()).toBe(`/p/${idOf(1)}`));
    expect(calls).toEqual([`like ${idOf(1)}`]);
  });

  it('save on a swipe up, not on one aside [B11-14]', async () => {
    open();
    const title = (await card(1)).getByRole('heading', { name: 'Post 1' });
    const swipe = (x: number, y: number) => {
      fireEvent.touchStart(title, { touches: [{ clientX: 200, clientY: 400 }] });
      fireEvent.touchMove(title, { touches: [{ clientX: 200 + x / 2, clientY: 400 + y / 2 }] });
      fireEvent.touchEnd(title, { changedTouches: [{ clientX: 200 + x, clientY: 400 + y }] });
    };
    swipe(-150, -20);
    swipe(0, 150);
    swipe(0, -40);
    expect(calls).toEqual([]);
    swipe(10, -150);
    await waitFor(() => expect(calls).toEqual([`bookmark ${idOf(1)}`]));
  });

  it('become a list by choice, which is remembered [B11-14]', async () => {
    const { user, unmount } = open();
    await card(1);
    await user.click(screen.getByRole('button', { name: 'Options of the hand' }));
    expect((await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent)).toEqual([
      'Show as a list',
      'By e-mailIt comes in the morning',
      'AtomAn address for feed readers',
      'JSON FeedAn address for feed readers',
    ]);
    await user.click(screen.getByRole('menuitem', { name: 'Show as a list' }));
    expect(await screen.findByRole('feed')).toBeVisible();
    unmount();
    open();
    expect(await screen.findByRole('feed')).toBeVisible();
  });
});

describe('the end of the hand', () => {
  const toEnd = async () => {
    await card(1);
    press('End');
    await screen.findByRole('heading', { name: 'Keep one?' });
  };
  const keep = (name: string) => screen.getByRole('button', { name: `Keep “${name}”` });

  it('keeps one post in a collection that is made on first use, and stays after a reload [B11-15]', async () => {
    const { user, unmount } = open();
    await toEnd();
    await user.dblClick(keep('Post 2'));
    expect((await screen.findByText('is in your collection')).parentElement?.textContent).toBe(
      'Post 2 is in your collection Kept',
    );
    expect(calls).toEqual(['create Kept', `bookmark ${idOf(2)}`, `add ${idOf(2)} ${idOf(500)}`]);
    expect(screen.getByRole('link', { name: 'Kept' })).toHaveAttribute('href', `/collections/${idOf(500)}`);
    expect(screen.getByRole('link', { name: "Go on with today's shuffle" })).toHaveAttribute(
      'href',
      '/home?way=day',
    );
    await user.click(screen.getByRole('button', { name: 'Show card 3: Post 3' }));
    await card(3);
    leave({ unmount });
    open();
    expect(await screen.findByRole('heading', { name: 'Kept' })).toBeVisible();
  });

  it('uses the collection that another tab has just made [B11-15]', async () => {
    const { user } = open();
    await toEnd();
    server.use(
      http.get('*/api/collections', () => HttpResponse.json({ success: true, data: [] }), { once: true }),
    );
    collections = [{ _id: idOf(501), name: 'kept' }];
    limit = 1;
    await user.click(keep('Post 1'));
    await screen.findByRole('heading', { name: 'Kept' });
    expect(calls).toEqual(['create Kept', `bookmark ${idOf(1)}`, `add ${idOf(1)} ${idOf(501)}`]);
  });

  it('says that there are too many collections, and saves nothing then [B11-15]', async () => {
    limit = 100;
    collections = Array.from({ length: 100 }, (_unused, index) => ({
      _id: idOf(600 + index),
      name: `C ${index}`,
    }));
    const { user } = open();
    await toEnd();
    await user.click(keep('Post 1'));
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'You have 100 collections, as many as there can be. Delete one to make room for “Kept”.',
    );
    expect(calls).toEqual(['create Kept']);
  });

  it('asks visitors to log in, and does not offer own posts [B11-15]', async () => {
    data = data.with(0, { ...data[0]!, user: { ...author, _id: ME._id } });
    const first = open();
    await toEnd();
    expect(screen.queryByRole('button', { name: 'Keep “Post 1”' })).toBeNull();
    leave(first);
    setVisitorMode(true);
    const visitor = renderApp({ user: null, url: '/today' });
    await toEnd();
    await visitor.user.click(keep('Post 2'));
    expect(await screen.findByText(/You need to be logged in to save this post/)).toBeVisible();
    expect(calls).toEqual([]);
  });

  it('offers the new hand if midnight passed meanwhile [B11-6]', async () => {
    open();
    await card(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY });
    press('End');
    expect(await screen.findByRole('heading', { name: /^That was .*\d{4}/ })).toBeVisible();
    expect(screen.getByRole('link', { name: "Today's hand" })).toHaveAttribute('href', '/today');
    vi.useRealTimers();
  });
});
