import { act, screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { useSessionStore } from '../../features/identity/session/stores/session-store';
import { delayClock } from '../../lib/at-least';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { author, board, grace, ok, pageOf, serveProfile, skipDelays } from '../../testing/serve-profile';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

beforeEach(skipDelays);
afterEach(() => {
  vi.useRealTimers();
});

/** Serves two pages of one post each; `asked` records the queries. */
const servePages = (make: (page: number) => unknown[], asked: string[] = []): void =>
  server.use(
    http.get('/api/posts/user/:id', ({ request }) => {
      const url = new URL(request.url);
      asked.push(url.search);
      const page = Number(url.searchParams.get('page'));
      return pageOf(make(page), page < 2);
    }),
  );
const post = (number: number) => makeServerPost({ _id: idOf(number), title: `Post ${number}`, user: author });
const shot = (number: number) =>
  makeServerPost({ _id: idOf(number), title: `Shot ${number}`, images: ['https://pictures.example/a.jpg'] });
const tab = (name: string) =>
  within(screen.getByRole('navigation', { name: 'Profile' })).getByRole('link', { name });

describe('tabs of a profile', () => {
  it('share one history entry: Back leaves the profile after any number of them', async () => {
    serveProfile();
    servePages(() => []);
    const { go, open, user, address } = renderApp({ user: testUser(), url: '/about' });
    await screen.findByRole('heading', { name: 'About Us' });
    await open('/grace');
    for (const name of ['About', 'Media', 'Bookmarks', 'Posts', 'About']) {
      await user.click(await screen.findByRole('link', { name }));
      await waitFor(() => expect(tab(name)).toHaveAttribute('aria-current', 'page'));
      expect(address()).toBe(`/grace/${name.toLowerCase()}`);
    }
    await go(-1);
    expect(address()).toBe('/about');
  });

  it('show the posts on cards whose avatar and name lead to the profile, as on all others [F2-4]', async () => {
    serveProfile();
    servePages((page) => (page === 1 ? [post(1)] : []));
    renderApp({ user: testUser(), url: '/grace' });
    const card = within(await screen.findByRole('article', { name: 'Post 1' }));
    expect(card.getByRole('link', { name: 'Grace Hopper @grace' })).toHaveAttribute('href', '/grace');
  });

  it('load posts in pages of 12 until the end [A2.9-11 A2.9-27 A7.3-8 A9-22]', async () => {
    installFakeSight();
    serveProfile();
    const asked: string[] = [];
    server.use(
      http.get('/api/posts/user/:id', ({ request }) => {
        const url = new URL(request.url);
        asked.push(url.search);
        const page = Number(url.searchParams.get('page'));
        return pageOf([makeServerPost({ _id: idOf(page), title: `Post ${page}`, user: author })], page < 2);
      }),
    );
    renderApp({ user: testUser(), url: '/grace/posts' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
    expect(asked).toEqual(['?page=1&limit=12', '?page=2&limit=12']);
    expect(await screen.findByText("You've reached the end")).toBeInTheDocument();
  });

  it.each([
    [1, false, false],
    [5, false, false],
    [6, false, true],
    [1, true, true],
  ])('offer another order of %i posts, with more to come: %s, is %s', async (count, hasMore, offered) => {
    installFakeSight();
    serveProfile();
    const socialStats = { ...board.socialStats, posts: hasMore ? 13 : count };
    server.use(
      http.get('/api/boards/user/:id', () =>
        HttpResponse.json({ success: true, data: [{ ...board, socialStats }] }),
      ),
      http.get('/api/posts/user/:id', () =>
        pageOf(
          Array.from({ length: count }, (_, index) => post(index + 1)),
          hasMore,
        ),
      ),
    );
    renderApp({ user: testUser(), url: '/grace/posts' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    expect(screen.queryAllByRole('button', { name: 'Shuffle' })).toHaveLength(offered ? 1 : 0);
  });

  it('show media as tiles that link to their posts, with a button for more [A2.1-12 A2.9-13 A2.9-14]', async () => {
    serveProfile();
    const post = (page: number) =>
      makeServerPost({ _id: idOf(page), title: `Shot ${page}`, images: ['https://pictures.example/a.jpg'] });
    server.use(
      http.get('/api/posts/user/:id', ({ request }) => {
        const page = Number(new URL(request.url).searchParams.get('page'));
        return pageOf([post(page)], page < 2);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace/media' });
    expect(await screen.findByRole('link', { name: 'Shot 1' })).toHaveAttribute('href', `/p/${idOf(1)}`);
    await user.click(screen.getByRole('button', { name: 'Load more' }));
    expect(await screen.findByRole('link', { name: 'Shot 2' })).toBeInTheDocument();
  });

  it('show the analytics with bars of 60 and 4 px and the engagement rate [A2.9-30 A2.9-31 A9-31]', async () => {
    serveProfile();
    const { container, user } = renderApp({ user: testUser(), url: '/grace/about' });
    expect(await screen.findByText('26%')).toBeVisible();
    const heights = [...container.querySelectorAll<HTMLElement>('[data-bar]')].map((bar) => bar.style.height);
    expect(heights).toEqual(['60px', '4px', '0px', '0px']);
    // each day shows its figures when pressed, also by keys
    const days = within(screen.getByRole('list', { name: 'Views and likes by day' })).getAllByRole('button');
    expect(days).toHaveLength(2);
    expect(screen.getByText('Last 2 days')).toBeVisible();
    await user.click(days[0]!);
    expect(screen.getByText(days[0]!.getAttribute('aria-label')!)).toBeVisible();
    await user.tab();
    expect(days[1]).toHaveFocus();
    expect(screen.getByText(days[1]!.getAttribute('aria-label')!)).toBeVisible();
    expect(screen.getByRole('link', { name: 'ships' })).toHaveAttribute('href', '/search?q=ships');
  });

  it('show bookmarks only to their owner', async () => {
    serveProfile();
    renderApp({ user: testUser(), url: '/grace/bookmarks' });
    expect(await screen.findByText('No bookmarks yet')).toBeVisible();
  });

  it('tell the owner how to save a post, without a search while none is saved', async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    server.use(http.get('/api/posts/bookmarks', () => pageOf([])));
    renderApp({ user: testUser(), url: '/ada/bookmarks' });
    expect(await screen.findByText('Press the bookmark below a post to save it here.')).toBeVisible();
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  it("list the owner's bookmarks", async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    server.use(
      http.get('/api/posts/bookmarks', () => pageOf([makeServerPost({ title: 'Kept', isBookmarked: true })])),
    );
    renderApp({ user: testUser(), url: '/ada/bookmarks' });
    expect(await screen.findByText('Kept')).toBeInTheDocument();
  });

  it("search the owner's bookmarks, and return to all of them [B12-3]", async () => {
    serveProfile(testUser());
    server.use(
      http.get('/api/posts/bookmarks', ({ request }) => {
        const q = new URL(request.url).searchParams.get('q');
        if (q === 'boats') return pageOf([makeServerPost({ title: 'Boats at dawn', isBookmarked: true })]);
        return pageOf(q === null ? [makeServerPost({ title: 'Kept', isBookmarked: true })] : []);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/ada/bookmarks' });
    await screen.findByText('Kept');
    const field = screen.getByRole('searchbox', { name: 'Search your saved posts' });
    await user.type(field, 'boats');
    expect(await screen.findByText('Boats at dawn')).toBeVisible();
    expect(screen.queryByText('Kept')).toBeNull();
    await user.type(field, ' x');
    expect(await screen.findByText('No saved post has these words')).toBeVisible();
    await user.clear(field);
    expect(await screen.findByText('Kept')).toBeVisible();
  });

  it("keep the owner's bookmarks and menu when the session is lost in place", async () => {
    const { email: _email, ...own } = testUser();
    serveProfile(own);
    server.use(
      http.get('/api/posts/bookmarks', () => pageOf([makeServerPost({ title: 'Kept', isBookmarked: true })])),
    );
    const { user } = renderApp({ user: testUser(), url: '/ada/bookmarks' });
    await screen.findByText('Kept');
    act(() => useSessionStore.getState().loseSession());
    expect(screen.getByText('Kept')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Edit Profile' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Profile options' }));
    await screen.findByRole('menuitem', { name: 'Copy Profile Link' });
    expect(screen.queryByRole('menuitem', { name: 'Block User' })).toBeNull();
  });
});

describe('the pages of a profile', () => {
  it('open by its four tabs at their paths, posts first [A2.9-9 A2.9-10 A2.9-26]', async () => {
    serveProfile();
    const { address, user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('No posts yet')).toBeVisible();
    const tabs = within(screen.getByRole('navigation', { name: 'Profile' })).getAllByRole('link');
    expect(tabs.map((link) => link.textContent)).toEqual(['Posts', 'About', 'Bookmarks', 'Media']);
    expect(tab('Posts')).toHaveAttribute('aria-current', 'page');
    for (const [name, shown] of [
      ['About', 'Analytics'],
      ['Bookmarks', 'No bookmarks yet'],
      ['Media', 'No media yet'],
      ['Posts', 'No posts yet'],
    ] as const) {
      await user.click(tab(name));
      await waitFor(() => expect(address()).toBe(`/grace/${name.toLowerCase()}`));
      expect(await screen.findByText(shown)).toBeVisible();
      expect(tab(name)).toHaveAttribute('aria-current', 'page');
    }
  });

  it('show their first page after at least 800 ms, later ones after 500 [A4.6-6 A9-24]', async () => {
    installFakeSight();
    serveProfile();
    servePages((page) => [post(page)]);
    const waits: { ms: number; end: () => void }[] = [];
    delayClock.wait = (ms) =>
      new Promise((resolve) => {
        waits.push({ ms, end: () => resolve() });
      });
    renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByRole('status', { name: 'Loading posts' })).toBeInTheDocument();
    await waitFor(() => expect(waits.map(({ ms }) => ms)).toEqual([800]));
    expect(screen.queryByText('Post 1')).toBeNull();
    waits[0]?.end();
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    setInSight((element) => element.tagName === 'DIV', 1);
    await waitFor(() => expect(waits.map(({ ms }) => ms)).toEqual([800, 500]));
    waits[1]?.end();
    expect(await screen.findByText('Post 2')).toBeInTheDocument();
  });

  it('fade in 50 ms apart for tiles, 100 ms for posts [A4.6-7 A9-30]', async () => {
    serveProfile();
    server.use(http.get('/api/posts/user/:id', () => pageOf([shot(1), shot(2), shot(3)])));
    const { user } = renderApp({ user: testUser(), url: '/grace/media' });
    await screen.findByRole('link', { name: 'Shot 3' });
    const delays = (elements: HTMLElement[]) => elements.map((element) => element.style.animationDelay);
    const tiles = within(screen.getByRole('list', { name: 'Media' })).getAllByRole('link');
    expect(delays(tiles)).toEqual(['0ms', '50ms', '100ms']);
    await user.click(tab('Posts'));
    const feed = await screen.findByRole('feed', { name: 'Posts' });
    expect(delays([...feed.children] as HTMLElement[])).toEqual(['0ms', '100ms', '200ms']);
  });

  it('load more media near the end, in addition to the button [A2.9-14 A2.9-27]', async () => {
    installFakeSight();
    serveProfile();
    const asked: string[] = [];
    servePages((page) => [shot(page)], asked);
    renderApp({ user: testUser(), url: '/grace/media' });
    expect(await screen.findByRole('link', { name: 'Shot 1' })).toBeInTheDocument();
    expect(screen.getByRole('button', { name: 'Load more' })).toBeVisible();
    setInSight((element) => element.tagName === 'DIV', 1);
    expect(await screen.findByRole('link', { name: 'Shot 2' })).toBeInTheDocument();
    expect(await screen.findByText("You've reached the end")).toBeInTheDocument();
    expect(asked).toEqual(['?page=1&limit=12&media=true', '?page=2&limit=12&media=true']);
  });

  it('cache posts for 2 minutes, and user and board for longer [A9-25]', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const asked = { person: 0, board: 0, posts: 0 };
    serveProfile();
    server.use(
      http.get('/api/users/username/:name', () => {
        asked.person += 1;
        return ok(grace);
      }),
      http.get('/api/boards/user/:id', () => {
        asked.board += 1;
        return ok([]);
      }),
      http.get('/api/posts/user/:id', () => {
        asked.posts += 1;
        return pageOf([post(1)]);
      }),
    );
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Post 1')).toBeInTheDocument();
    const comeBackAfter = async (milliseconds: number) => {
      await user.click(tab('About'));
      expect(await screen.findByText('Analytics')).toBeVisible();
      vi.setSystemTime(Date.now() + milliseconds);
      await user.click(tab('Posts'));
      expect(await screen.findByText('Post 1')).toBeInTheDocument();
    };
    await comeBackAfter(119_000);
    expect(asked).toEqual({ person: 1, board: 1, posts: 1 });
    await comeBackAfter(2_000);
    await waitFor(() => expect(asked).toEqual({ person: 1, board: 1, posts: 2 }));
  });

  it('load the next page within 100 px of the end for posts, 200 px for media [A9-23]', async () => {
    const margins: (string | undefined)[] = [];
    class Watcher {
      constructor(_callback: unknown, options?: IntersectionObserverInit) {
        margins.push(options?.rootMargin);
      }
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    }
    vi.stubGlobal('IntersectionObserver', Watcher);
    serveProfile();
    server.use(http.get('/api/posts/user/:id', () => pageOf([shot(1)], true)));
    const { user } = renderApp({ user: testUser(), url: '/grace' });
    expect(await screen.findByText('Shot 1')).toBeInTheDocument();
    expect(margins).toContain('100px 0px');
    expect(margins).not.toContain('200px 0px');
    await user.click(tab('Media'));
    expect(await screen.findByRole('button', { name: 'Load more' })).toBeVisible();
    expect(margins).toContain('200px 0px');
  });
});
