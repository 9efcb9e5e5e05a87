import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../lib/preferences';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import { useHomeStore } from '../../features/reading/feed/feed-refresh';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { makeGate } from '../../testing/serve';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const FEED = '*/api/posts/infinite';

const page = (from: number, count: number, next: number | null, seed = 77) => ({
  success: true,
  data: Array.from({ length: count }, (_unused, index) =>
    makeServerPost({ _id: idOf(from + index), title: `Post ${from + index}` }),
  ),
  seed,
  hasNextPage: next !== null,
  nextPage: next,
});

const asked: URL[] = [];
/** Serves page after page; repeats the last one. */
const serveFeed = (...answers: unknown[]) =>
  server.use(
    http.get(FEED, ({ request }) => {
      asked.push(new URL(request.url));
      const answer = answers.length > 1 ? answers.shift() : answers[0];
      return answer instanceof Response ? answer.clone() : HttpResponse.json(answer as object);
    }),
  );
const reachEnd = () => setInSight((element) => element.tagName === 'DIV', 1);
const titles = () =>
  screen.queryAllByRole('article').map((card) => within(card).getByRole('heading').textContent);
const boom = () => new HttpResponse('boom', { status: 400 });

beforeEach(() => {
  asked.length = 0;
  forgetFeed();
  installFakeSight();
  useHomeStore.setState({ refreshing: false, noticeShown: false });
});

// otherwise a refresh that ends in the next test would end that test's refresh too
afterEach(async () => {
  vi.useRealTimers();
  await waitFor(() => expect(useHomeStore.getState().refreshing).toBe(false));
});

describe('home feed', () => {
  it('shows a loading state, then the posts as an ARIA feed up to the end [F2-1]', async () => {
    const gate = makeGate();
    server.use(
      http.get(FEED, async ({ request }) => {
        asked.push(new URL(request.url));
        await gate.passed;
        return HttpResponse.json(page(1, 3, null));
      }),
    );
    renderApp({ user: testUser() });
    await screen.findByText('Loading fresh content...');
    gate.open();
    const feed = await screen.findByRole('feed');
    const first = within(feed).getByRole('article', { name: 'Post 1' });
    expect(first.getAttribute('aria-posinset')).toBe('1');
    expect(first.getAttribute('aria-setsize')).toBe('3');
    screen.getByText("You've reached the end!");
    const query = Object.fromEntries(asked[0]?.searchParams ?? []);
    expect(query).toMatchObject({
      page: '1',
      limit: '20',
      sortBy: 'random',
      sortOrder: 'desc',
      isFirstLoad: 'true',
    });
    expect(Number(query['seed'])).toBeLessThan(1_000_000);
    expect(sessionStorage.getItem('feed-seed')).toBe('77');
  });

  it('requests 10 more with the server’s seed, shows each post once and continues after an empty page [F2-28 F9-2]', async () => {
    serveFeed(page(1, 3, 2), { ...page(3, 2, 3), data: page(3, 2, 3).data }, page(5, 0, 4), page(5, 1, null));
    renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    expect(screen.getByRole('article', { name: 'Post 1' }).getAttribute('aria-setsize')).toBe('-1');
    reachEnd();
    await screen.findByRole('article', { name: 'Post 5' });
    expect(titles()).toEqual(['Post 1', 'Post 2', 'Post 3', 'Post 4', 'Post 5']);
    screen.getByText("You've reached the end!");
    expect(asked.map(({ searchParams }) => [searchParams.get('page'), searchParams.get('limit')])).toEqual([
      ['1', '20'],
      ['2', '10'],
      ['3', '10'],
      ['4', '10'],
    ]);
    expect(asked.slice(1).every(({ searchParams }) => searchParams.get('seed') === '77')).toBe(true);
    expect(asked[1]?.searchParams.get('isFirstLoad')).toBe('false');
  });

  it('keeps the posts when the session is lost in place, without another request', async () => {
    serveFeed(page(1, 2, 2), boom());
    renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    act(() => useSessionStore.getState().loseSession());
    expect(titles()).toEqual(['Post 1', 'Post 2']);
    reachEnd();
    await screen.findByText('Failed to load more posts');
    expect(titles()).toEqual(['Post 1', 'Post 2']);
    expect(asked.map(({ searchParams }) => searchParams.get('page'))).toEqual(['1', '2']);
  });

  it('hides Follow on the user’s own posts after the session was lost in place', async () => {
    const own = testUser();
    serveFeed({
      ...page(1, 1, null),
      data: [makeServerPost({ user: { ...makeServerPost().user, _id: own._id } })],
    });
    renderApp({ user: own });
    const card = await screen.findByRole('article');
    act(() => useSessionStore.getState().loseSession());
    expect(within(card).queryByRole('button', { name: /^Follow/ })).toBeNull();
  });

  it('keeps the posts when more fail to load, and retries only on request [F2-34]', async () => {
    serveFeed(page(1, 2, 2), boom(), page(3, 1, null));
    const { user } = renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    reachEnd();
    await screen.findByText('Failed to load more posts');
    expect(titles()).toEqual(['Post 1', 'Post 2']);
    expect(asked).toHaveLength(2);
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('article', { name: 'Post 3' });
    expect(screen.queryByText('Failed to load more posts')).toBeNull();
  });

  it('shows why the first page failed and that it retries, and recovers [F2-32]', async () => {
    let calls = 0;
    const gate = makeGate();
    server.use(
      http.get(FEED, async () => {
        calls += 1;
        if (calls === 1) return boom();
        await gate.passed;
        return HttpResponse.json(page(1, 1, null));
      }),
    );
    const { user } = renderApp({ user: testUser() });
    await screen.findByRole('heading', { name: 'Something went wrong' });
    screen.getByText('Unable to load posts. Please check your connection and try again.');
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByRole('button', { name: 'Retrying...' });
    gate.open();
    await screen.findByRole('article', { name: 'Post 1' });
  });

  it('shows the same error for a response with success false [F5-10]', async () => {
    serveFeed({ success: false, message: 'Closed' });
    renderApp({ user: testUser() });
    await screen.findByRole('heading', { name: 'Something went wrong' });
  });

  it('shows the welcome text if there are no posts, even if data is not a list [F1-17]', async () => {
    serveFeed({ success: true, data: null, seed: 1, hasNextPage: false, nextPage: null }, page(1, 1, null));
    const { user } = renderApp({ user: testUser() });
    await screen.findByText(
      /A unique, relaxing platform to learn about people.s thoughts, friends, family and the world/,
    );
    await user.click(screen.getByRole('button', { name: 'View Posts' }));
    await screen.findByRole('article', { name: 'Post 1' });
  });
});

describe('a shared shuffle', () => {
  it('uses the seed in the address until a refresh [B3-1]', async () => {
    serveFeed(page(1, 2, null, 4711));
    const { address } = renderApp({ user: testUser(), url: '/home?seed=4711' });
    await screen.findByText('Post 1');
    expect(asked.map(({ searchParams }) => searchParams.get('seed'))).toEqual(['4711']);
    await waitFor(() => expect(address()).toBe('/home'));
    expect(sessionStorage.getItem('feed-seed')).toBe('4711');
    fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked[1]?.searchParams.get('seed')).not.toBe('4711');
  });

  it.each(['abc', '1000000', '-1', '4.5', ''])(
    'ignores the invalid seed %j and removes it from the address [B3-2]',
    async (seed) => {
      serveFeed(page(1, 2, null));
      const { address } = renderApp({ user: testUser(), url: `/home?seed=${seed}` });
      await screen.findByText('Post 1');
      await waitFor(() => expect(address()).toBe('/home'));
      expect(asked).toHaveLength(1);
      expect(asked[0]?.searchParams.get('seed')).toMatch(/^\d{1,6}$/);
    },
  );
});

describe('a shuffle with a name', () => {
  it.each(['amber-leopard-bridge', 'Amber%20Leopard%20Bridge', 'AMBER_leopard.bridge'])(
    'is shown until a refresh: %s [B4-9]',
    async (name) => {
      serveFeed(page(1, 2, null, 4711));
      const { address } = renderApp({ user: testUser(), url: `/home?shuffle=${name}` });
      await screen.findByText('Post 1');
      expect(asked.map(({ searchParams }) => searchParams.get('seed'))).toEqual(['4711']);
      await screen.findByText('Shuffle: amber leopard bridge');
      await waitFor(() => expect(address()).toBe('/home'));
      fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
      await waitFor(() => expect(asked).toHaveLength(2));
      expect(asked[1]?.searchParams.get('seed')).not.toBe('4711');
    },
  );

  it.each(['amber-otter', 'nobody-knows-this', ''])(
    'reports the unknown name %j and shows the ordinary feed [B4-9]',
    async (name) => {
      serveFeed(page(1, 2, null));
      const { address } = renderApp({ user: testUser(), url: `/home?shuffle=${name}` });
      await screen.findByText('Post 1');
      await screen.findByText(`No shuffle is called “${name}”. You see an ordinary shuffle instead.`);
      await waitFor(() => expect(address()).toBe('/home'));
      expect(asked).toHaveLength(1);
    },
  );

  it('replaces a shuffle that is being read, with rests too [B4-9]', async () => {
    setPreference('rest', '20');
    serveFeed(page(1, 2, null), page(5, 2, null, 4711));
    const { open, address } = renderApp({ user: testUser() });
    await screen.findByText('Post 1');
    await open('/home?shuffle=amber-leopard-bridge');
    await screen.findByText('Post 5');
    expect(screen.queryByText('Post 1')).toBeNull();
    expect(address()).toBe('/home');
    setPreference('rest', 'off');
  });
});

describe('home header', () => {
  it('switches section and address, and locks the switch for 450 ms [F2-2 F2-15]', async () => {
    serveFeed(page(1, 1, null));
    const { user, address } = renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    expect(screen.getByRole('heading', { name: 'Social Feed' }).title).toBe('Double-click to refresh');
    const home = screen.getByRole<HTMLButtonElement>('button', { name: 'Home' });
    await user.click(screen.getByRole('button', { name: 'Messages' }));
    expect(home).toHaveAttribute('aria-disabled', 'true');
    expect(address()).toBe('/messages');
    await screen.findByText('Coming Soon');
    for (const name of ['Direct messages', 'Group chats', 'Real-time notifications']) screen.getByText(name);
    await waitFor(() => expect(home).not.toHaveAttribute('aria-disabled'));
    await user.click(home);
    expect(address()).toBe('/');
    await screen.findByRole('article', { name: 'Post 1' });
  });

  it('refreshes on a double click of the title: notice, locked switch, new seed, new posts [F2-11 F2-16]', async () => {
    serveFeed(page(1, 1, null, 77), page(9, 1, null, 88));
    renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
    await screen.findByText('Refreshing feed...');
    expect(screen.getByRole('button', { name: 'Messages' })).toHaveAttribute('aria-disabled', 'true');
    await screen.findByRole('article', { name: 'Post 9' });
    expect(titles()).toEqual(['Post 9']);
    expect(sessionStorage.getItem('feed-seed')).toBe('88');
  });

  it('refreshes on a second tap on Home, and ignores taps during it [F2-19 F2-20]', async () => {
    serveFeed(page(1, 1, null, 77), page(9, 1, null, 88));
    renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    const before = asked.length;
    const home = screen.getByRole('button', { name: 'Home' });
    fireEvent.click(home);
    expect(screen.queryByText('Refreshing feed...')).toBeNull();
    fireEvent.click(home);
    await screen.findByText('Refreshing feed...');
    fireEvent.click(home);
    fireEvent.click(home);
    await screen.findByRole('article', { name: 'Post 9' });
    expect(asked).toHaveLength(before + 1);
  });

  it('shows the spinner until the refresh ends, even after the notice is gone [F4-1]', async () => {
    const gate = makeGate();
    let calls = 0;
    server.use(
      http.get(FEED, async () => {
        calls += 1;
        if (calls > 1) await gate.passed;
        return HttpResponse.json(page(calls, 1, null));
      }),
    );
    const { container } = renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    const spinner = () => container.querySelector('header .animate-spin');
    expect(spinner()).toBeNull();
    vi.useFakeTimers({ shouldAdvanceTime: true });
    fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
    await screen.findByText('Refreshing feed...');
    await waitFor(() => expect(spinner()).not.toBeNull());
    await act(() => vi.advanceTimersByTimeAsync(2500));
    expect(screen.queryByText('Refreshing feed...')).toBeNull();
    expect(spinner()).not.toBeNull();
    gate.open();
    await screen.findByRole('article', { name: 'Post 2' });
    await waitFor(() => expect(spinner()).toBeNull());
  });

  it('keeps the posts and logs an error when a refresh fails, without a message [F4-3 F8-26]', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue(undefined);
    serveFeed(page(1, 1, null), boom());
    renderApp({ user: testUser() });
    await screen.findByRole('article', { name: 'Post 1' });
    fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
    await waitFor(() => expect(warn).toHaveBeenCalledWith('Refreshing the feed failed: HTTP 400: boom'));
    await waitFor(() => expect(useHomeStore.getState().refreshing).toBe(false));
    expect(titles()).toEqual(['Post 1']);
    expect(screen.queryByRole('alert')).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
