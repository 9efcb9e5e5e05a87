import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { setPreference } from '../../../lib/preferences';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { renderApp } from '../../../testing/render-app';
import { makeCommitment, serveDays } from '../../../testing/serve-days';
import { server } from '../../../testing/server';
import { installFakeSight, setInSight } from '../../../testing/sight';
import { testUser } from '../../../testing/users';
import { useBlockStore } from '../../../cache/block-store';
import { useFollowStore } from '../../content/post/reactions/follow';
import { forgetFeed } from './feed-memory';
import { useHomeStore } from './feed-refresh';

vi.setConfig({ testTimeout: 40_000 });

const asked: string[] = [];
/** The seeds of the calls for a shuffle. */
const seeds: (string | null)[] = [];
/** Number of posts in the shuffle. */
let shuffled = 2;

const posts = (from: number, count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    makeServerPost({ _id: idOf(from + index), title: `Post ${from + index}` }),
  );

/** Serves every mode. Cursor requests get one response after the other, and the last one repeatedly. */
const serve = (...answers: (object | Response)[]) => {
  const byCursor = ({ request }: { request: Request }) => {
    asked.push(request.url.replace(/^.*\/api/, ''));
    const answer = (answers.length > 1 ? answers.shift() : answers[0])!;
    return answer instanceof Response ? answer.clone() : HttpResponse.json({ success: true, ...answer });
  };
  server.use(
    http.get('*/api/posts/infinite', ({ request }) => {
      asked.push(request.url.replace(/^.*\/api/, '').replace(/\?.*/, ''));
      seeds.push(new URL(request.url).searchParams.get('seed'));
      return HttpResponse.json({
        success: true,
        data: posts(900, shuffled),
        seed: 77,
        hasNextPage: false,
        nextPage: null,
      });
    }),
    http.get('*/api/posts/infinite-cursor', byCursor),
    http.get('*/api/posts', byCursor),
  );
};
const reachEnd = () => setInSight((element) => element.tagName === 'DIV', 1);
const openMenu = async (user: ReturnType<typeof renderApp>['user']) => {
  await user.click(await screen.findByRole('button', { name: /^Ways to read/ }));
  return screen.findByRole('menu');
};

beforeEach(() => {
  asked.length = 0;
  serveDays();
  shuffled = 2;
  forgetFeed();
  sessionStorage.clear();
  setPreference('rest', 'off');
  useFollowStore.setState({ byViewer: {} });
  installFakeSight();
  useHomeStore.setState({ refreshing: false, noticeShown: false });
});

describe('feed modes', () => {
  it('start with the shuffle; other modes are in the URL and remembered by the tab until changed [B3-8]', async () => {
    serve({ data: posts(1, 2), nextCursor: null });
    const { user, address, go } = renderApp({ user: testUser() });
    await screen.findByText('Post 900');
    const menu = await openMenu(user);
    expect(within(menu).getByRole('menuitemradio', { name: 'Shuffle' })).toBeChecked();
    await user.click(within(menu).getByRole('menuitemradio', { name: 'Newest' }));
    await screen.findByText('Post 1');
    expect(screen.getByRole('button', { name: 'Ways to read: Newest' })).toHaveTextContent('Newest');
    expect(address()).toBe('/home?way=newest');
    await user.click(screen.getByRole('button', { name: 'Messages' }));
    await screen.findByText('Coming Soon');
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Home' })).not.toHaveAttribute('aria-disabled'),
    );
    await user.click(screen.getByRole('button', { name: 'Home' }));
    await screen.findByText('Post 1');
    await waitFor(() => expect(address()).toBe('/home?way=newest'));
    await go(-1);
    await screen.findByText('Coming Soon');
    await go(1);
    await screen.findByText('Post 1');
    await user.click(within(await openMenu(user)).getByRole('menuitemradio', { name: 'Shuffle' }));
    await screen.findByText('Post 900');
    expect(address()).toBe('/home');
    expect(asked).toEqual(['/posts/infinite', '/posts?limit=20&sortBy=createdAt&sortOrder=desc']);
  });

  it.each([
    ['following', '/posts/infinite-cursor?limit=20&following=true'],
    ['unseen', '/posts/infinite-cursor?limit=20&unseen=true'],
    ['newest', '/posts?limit=20&sortBy=createdAt&sortOrder=desc'],
    ['day', `/posts/infinite-cursor?limit=20&seed=${makeCommitment().seed}`],
  ])('can be linked to: %s [F7-9 B3-8]', async (way, call) => {
    serve({ data: posts(1, 2), nextCursor: null });
    renderApp({ user: testUser(), url: `/home?way=${way}` });
    await screen.findByText('Post 1');
    expect(asked).toEqual([call]);
  });

  it.each(['shuffle', 'best', ''])('fall back to the shuffle for %j [B3-8]', async (way) => {
    serve({});
    renderApp({ user: testUser(), url: `/home?way=${way}` });
    await screen.findByText('Post 900');
    expect(asked).toEqual(['/posts/infinite']);
  });

  it('are not refetched when all queries are invalidated, e.g. after a lost session', async () => {
    serve({ data: posts(1, 2), nextCursor: null }, { data: [], nextCursor: null });
    const { queryClient } = renderApp({ user: testUser(), url: '/home?way=unseen' });
    await screen.findByText('Post 1');
    await act(() => queryClient.invalidateQueries());
    screen.getByText('Post 1');
    expect(asked).toHaveLength(1);
  });

  it.each(['seed=4711', 'shuffle=amber-leopard-bridge'])(
    'are overridden by a shared shuffle: %s [B3-9]',
    async (query) => {
      sessionStorage.setItem('feed-way', 'newest');
      serve({});
      const { address } = renderApp({ user: testUser(), url: `/home?${query}` });
      await screen.findByText('Post 900');
      await waitFor(() => expect(address()).toBe('/home'));
      expect(asked).toEqual(['/posts/infinite']);
    },
  );

  it('continue by cursor past empty pages, retry a failed page on request, and end [B3-10]', async () => {
    serve(
      { data: posts(1, 2), nextCursor: 'a' },
      new HttpResponse('boom', { status: 400 }),
      { data: [], nextCursor: 'b' },
      { data: posts(2, 2), nextCursor: null },
    );
    const { user } = renderApp({ user: testUser(), url: '/home?way=unseen' });
    await screen.findByText('Post 1');
    reachEnd();
    await user.click(await screen.findByRole('button', { name: 'Try Again' }));
    await screen.findByText('Post 3');
    expect(screen.getAllByRole('article')).toHaveLength(3);
    expect(asked.map((call) => /cursor=(\w*)/.exec(call)?.[1])).toEqual([undefined, 'a', 'a', 'b']);
    screen.getByRole('heading', { name: 'You have seen everything' });
  });

  it('show that everything was seen, and start over with the shuffle [B3-11]', async () => {
    serve({ data: [], nextCursor: null });
    const { user, address } = renderApp({ user: testUser(), url: '/home?way=unseen' });
    await screen.findByRole('heading', { name: 'You have seen everything' });
    await user.click(screen.getByRole('button', { name: 'Start over' }));
    await screen.findByText('Post 900');
    expect(address()).toBe('/home');
  });

  it('start over with a new shuffle, even if one was read before [B3-11]', async () => {
    serve({ data: [], nextCursor: null });
    const { user } = renderApp({ user: testUser() });
    await screen.findByText('Post 900');
    await user.click(
      within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'Leave out what I have seen' }),
    );
    await user.click(await screen.findByRole('button', { name: 'Start over' }));
    await screen.findByText('Post 900');
    expect(asked.filter((call) => call === '/posts/infinite')).toHaveLength(2);
  });

  it('return to the shuffle, which is not in the URL, with Back, and forward again [B3-13]', async () => {
    serve({ data: posts(1, 2), nextCursor: null });
    const { user, address, go } = renderApp({ user: testUser() });
    await screen.findByText('Post 900');
    await user.click(within(await openMenu(user)).getByRole('menuitemradio', { name: 'Newest' }));
    await screen.findByText('Post 1');
    await go(-1);
    await screen.findByText('Post 900');
    expect(address()).toBe('/home');
    await go(1);
    await screen.findByText('Post 1');
    await go(-1);
    await screen.findByText('Post 900');
  });

  it('start over when chosen again, but not on Back [B3-13]', async () => {
    serve({ data: posts(1, 2), nextCursor: null }, { data: posts(5, 2), nextCursor: null });
    const { user, go } = renderApp({ user: testUser(), url: '/home?way=unseen' });
    await screen.findByText('Post 1');
    const menu = within(await openMenu(user));
    expect(menu.getByRole('menuitemradio', { name: 'Shuffle' })).toBeChecked();
    expect(menu.getByRole('menuitemcheckbox', { checked: true })).toBeVisible();
    await user.click(menu.getByRole('menuitemcheckbox', { name: 'Leave out what I have seen' }));
    await screen.findByText('Post 900');
    await go(-1);
    await screen.findByText('Post 1');
    await go(1);
    await screen.findByText('Post 900');
    await user.click(
      within(await openMenu(user)).getByRole('menuitemcheckbox', { name: 'Leave out what I have seen' }),
    );
    await screen.findByText('Post 5');
    expect(screen.queryByText('Post 1')).toBeNull();
  });

  it('send a new follow first, and refetch an empty list on return [B3-15]', async () => {
    const ADA = idOf(70);
    const told: string[] = [];
    serve({ data: [], nextCursor: null }, { data: posts(1, 2), nextCursor: null });
    server.use(
      http.post('*/api/people/changes', async ({ request }) => {
        told.push(
          ...asked.filter((url) => url.includes('following')).slice(-1),
          JSON.stringify(await request.json()),
        );
        const results = [{ user: ADA, isFollowing: true, isBlocked: false }];
        return HttpResponse.json({ success: true, data: { results } });
      }),
    );
    const { go, user } = renderApp({ user: testUser(), url: '/home?way=following' });
    await user.click(await screen.findByRole('link', { name: 'Find people' }));
    await screen.findByRole('combobox');
    act(() => useFollowStore.getState().set(testUser()._id, ADA, true));
    await go(-1);
    await screen.findByText('Post 1');
    expect(told).toHaveLength(2);
    expect(told[0]).toMatch(/following=true/);
    expect(told[1]).toContain(ADA);
  });

  it('link to the people search if the reader follows no one [B3-12]', async () => {
    serve({ data: [], nextCursor: null });
    renderApp({ user: testUser(), url: '/home?way=following' });
    await screen.findByRole('heading', { name: 'No posts by people you follow' });
    expect(screen.getByRole('link', { name: 'Find people' })).toHaveAttribute('href', '/search?in=people');
  });

  it('explain an empty list, and return to the shuffle with one button', async () => {
    serve({ data: [], nextCursor: null });
    const { user, address } = renderApp({ user: testUser(), url: '/home?way=following' });
    expect(await screen.findByText(/Home shows only people you follow/)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Shuffle all posts' }));
    await screen.findByText('Post 900');
    expect(address()).toBe('/home');
  });

  it('explain a failed first page, and recover [B3-10]', async () => {
    serve(new HttpResponse('boom', { status: 400 }), { data: posts(1, 1), nextCursor: null });
    const { user } = renderApp({ user: testUser(), url: '/home?way=day' });
    await screen.findByRole('heading', { name: 'Something went wrong' });
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Post 1');
  });

  it('refresh like the shuffle; the posts stay if that fails [B3-10]', async () => {
    vi.spyOn(console, 'warn').mockReturnValue(undefined);
    serve({ data: posts(1, 1), nextCursor: null }, new HttpResponse('boom', { status: 400 }), {
      data: posts(5, 1),
      nextCursor: null,
    });
    renderApp({ user: testUser(), url: '/home?way=newest' });
    await screen.findByText('Post 1');
    for (const text of ['Post 1', 'Post 5']) {
      await waitFor(() => expect(useHomeStore.getState().refreshing).toBe(false), { timeout: 3000 });
      fireEvent.doubleClick(screen.getByRole('heading', { name: 'Social Feed' }));
      await screen.findByText(text);
    }
    expect(asked).toHaveLength(3);
  });

  it('are hidden from visitors if they need an account [B3-12]', async () => {
    localStorage.setItem('visitor-mode', 'on');
    serve({});
    const { user } = renderApp({ user: null, url: '/home?way=following' });
    await screen.findByText('Post 900');
    const menu = await openMenu(user);
    expect(within(menu).queryByText('People you follow')).toBeNull();
    expect(within(menu).queryByText('Leave out what I have seen')).toBeNull();
    within(menu).getByText('Newest');
  });

  it('copy a link to the current shuffle [B3-9]', async () => {
    serve({});
    const { user } = renderApp({ user: testUser() });
    await screen.findByText('Post 900');
    await user.click(within(await openMenu(user)).getByRole('menuitem', { name: 'Copy' }));
    await screen.findByText('Link to this shuffle copied');
    expect(await navigator.clipboard.readText()).toMatch(/\/home\?shuffle=amber-alpaca-rocket$/);
  });

  it('name the current shuffle, and draw the next one without a history entry [B4-10]', async () => {
    serve({});
    const { user, address } = renderApp({ user: testUser() });
    await screen.findByText('Post 900');
    const group = within(await openMenu(user)).getByRole('group', { name: 'Shuffle “amber alpaca rocket”' });
    vi.spyOn(Math, 'random').mockReturnValue(0.004711);
    await user.click(within(group).getByRole('menuitem', { name: 'Draw again' }));
    await screen.findByText('Shuffle: amber leopard bridge');
    await screen.findByText('Post 900');
    await waitFor(() => expect(address()).toBe('/home'));
    expect(asked).toHaveLength(2);
    expect(seeds.at(-1)).toBe('4711');
  });
});

describe('a rest', () => {
  it('is off unless chosen in the settings of this browser, and continues with Go on [B3-17]', async () => {
    shuffled = 25;
    serve({});
    const first = renderApp({ user: testUser(), url: '/settings/reading' });
    const rest = within(await screen.findByRole('group', { name: 'Suggest a break after so many posts' }));
    expect(rest.getByRole('button', { name: 'Off' })).toHaveAttribute('aria-pressed', 'true');
    await first.user.click(rest.getByRole('button', { name: '20' }));
    first.unmount();
    const { user } = renderApp({ user: testUser() });
    await screen.findByRole('heading', { name: 'Time for a break?' });
    expect(screen.queryByText('Post 920')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('Post 920');
    await waitFor(() => expect(screen.getByRole('feed')).toHaveFocus());
    screen.getByText("You've reached the end!");
  });

  it('stops fetching further pages until Go on [B3-17]', async () => {
    setPreference('rest', '20');
    serve({ data: posts(1, 20), nextCursor: 'a' }, { data: posts(21, 10), nextCursor: null });
    const { user } = renderApp({ user: testUser(), url: '/home?way=newest' });
    await screen.findByRole('heading', { name: 'Time for a break?' });
    reachEnd();
    expect(asked).toHaveLength(1);
    await user.click(screen.getByRole('button', { name: 'Go on' }));
    reachEnd();
    await screen.findByText('Post 30');
    expect(screen.queryByText('Time for a break?')).toBeNull();
    screen.getByText("You've reached the end!");
  });

  it('stays in place when the author of the first post is blocked', async () => {
    setPreference('rest', '20');
    const [first, ...others] = posts(1, 45);
    const author = { ...first!.user, _id: idOf(70) };
    const data = [{ ...first!, user: author }, ...others];
    serve({ data, nextCursor: null });
    const { user } = renderApp({ user: testUser(), url: '/home?way=day' });
    await user.click(await screen.findByRole('button', { name: 'Go on' }));
    await screen.findByText('You have come past 40 posts. The others wait for you.');
    act(() => useBlockStore.setState({ blocked: [author] }));
    screen.getByText('You have come past 40 posts. The others wait for you.');
    act(() => useBlockStore.setState({ blocked: [] }));
  });
});

describe('the order of the day', () => {
  it('takes its seed from the server, not from the clock of the browser [B3-16]', async () => {
    serve({ data: posts(1, 20), nextCursor: 'a' }, { data: posts(21, 2), nextCursor: null });
    serveDays((answer) => ({ ...answer, seed: 4711 }));
    renderApp({ user: testUser(), url: '/home?way=day' });
    await screen.findByText('Post 1');
    reachEnd();
    await screen.findByText('Post 21');
    expect(asked).toEqual([
      '/posts/infinite-cursor?limit=20&seed=4711',
      '/posts/infinite-cursor?limit=10&cursor=a',
    ]);
  });

  it('explains that the seed did not come, and recovers [B3-16]', async () => {
    serve({ data: posts(1, 2), nextCursor: null });
    server.use(http.get('*/api/feed/commitment', () => new HttpResponse('boom', { status: 400 })));
    const { user } = renderApp({ user: testUser(), url: '/home?way=day' });
    await screen.findByRole('heading', { name: 'Something went wrong' });
    expect(asked).toEqual([]);
    serveDays();
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Post 1');
  });
});
