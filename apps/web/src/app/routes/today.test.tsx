import { screen, waitFor, within } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { useBlockStore } from '../../cache/block-store';
import { paths } from '../../config/paths';
import { forgetFeed } from '../../features/reading/feed/feed-memory';
import { utcDay } from '../../features/content/post/model/hand-way';
import { DAY } from '../../lib/time';
import { setVisitorMode } from '../../lib/visitor-mode';
import { idOf, makeServerPost } from '../../testing/make-post';
import { renderApp } from '../../testing/render-app';
import { serveFeedOf } from '../../testing/serve';
import { server } from '../../testing/server';
import { installFakeSight, setInSight } from '../../testing/sight';
import { testUser } from '../../testing/users';

vi.setConfig({ testTimeout: 40_000 });

const posts = (from: number, count: number) =>
  Array.from({ length: count }, (_unused, index) =>
    makeServerPost({ _id: idOf(from + index), title: `Post ${from + index}` }),
  );

let asked: string[];
let failure: Response | undefined;
let lost: boolean;
let data = posts(1, 3);

// Loaded here, so that no test waits for them.
beforeAll(() =>
  Promise.all([
    import('./later-pages'),
    import('./today'),
    import('../../features/reading/today/hand-strip'),
  ]),
);

beforeEach(() => {
  asked = [];
  failure = undefined;
  lost = false;
  data = posts(1, 3);
  forgetFeed();
  localStorage.clear();
  sessionStorage.clear();
  installFakeSight();
  server.use(
    serveFeedOf(posts(900, 1)),
    http.get('*/api/posts/today', ({ request }) => {
      const { search, searchParams } = new URL(request.url);
      asked.push(search);
      if (lost) return HttpResponse.error();
      if (failure) return failure.clone();
      const date = searchParams.get('date') ?? utcDay();
      const dayBefore = date === utcDay() ? utcDay(1) : null;
      const order = {
        seed: 261_126,
        generation: 0,
        population: 9,
        numbers: data.map((_post, index) => index),
      };
      return HttpResponse.json({ success: true, date, data, ...order, dayBefore });
    }),
  );
});

/** The title of a post in the list. */
const shown = (name: string) => screen.findByRole('link', { name });
const open = (url = '/today') => renderApp({ user: testUser(), url });

describe("today's hand", () => {
  it('shows its posts in order, numbered, then a rest and the day before [B11-6]', async () => {
    const { user, address } = open();
    expect(await screen.findByRole('heading', { level: 1, name: "Today's hand" })).toBeVisible();
    await shown('Post 3');
    const cards = within(screen.getByRole('feed')).getAllByRole('article');
    expect(cards.map((card) => card.getAttribute('aria-posinset'))).toEqual(['1', '2', '3']);
    expect(cards.map((card) => card.getAttribute('aria-setsize'))).toEqual(['3', '3', '3']);
    expect(screen.getByText('2 of 3')).toBeVisible();
    expect(screen.getByText(/, UTC\. The same posts for everybody/)).toBeVisible();
    expect(document.title).toBe("Today's hand · Social Feed");
    expect(screen.getByRole('heading', { name: 'That was today' })).toBeVisible();
    expect(screen.getByText(/^Time for a break\? These were 3 posts/)).toBeVisible();
    expect(screen.queryByText("You've reached the end!")).toBeNull();
    expect(asked).toEqual(['']);

    await user.click(screen.getByRole('link', { name: 'The day before' }));
    expect(await screen.findByRole('heading', { level: 1, name: "Yesterday's hand" })).toBeVisible();
    expect(address()).toBe(`/today?date=${utcDay(1)}`);
    await waitFor(() => expect(asked).toEqual(['', `?date=${utcDay(1)}`]));
    expect(await screen.findByRole('heading', { name: /^That was .*\d{4}/ })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'The day before' })).toBeNull();
    expect(screen.getByRole('link', { name: "Today's hand" })).toHaveAttribute('href', '/today');
  });

  it('is not fetched again after Back [B11-6]', async () => {
    const { go, open: visit } = open();
    await shown('Post 3');
    await visit('/about');
    await go(-1);
    expect(await shown('Post 3')).toBeVisible();
    expect(asked).toEqual(['']);
  });

  it('leads back to where the reader came from, or to the feed [B40-11]', async () => {
    const view = open('/about');
    await view.open('/today');
    await view.user.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(view.address()).toBe('/about'));
    view.unmount();
    const direct = open();
    await direct.user.click(await screen.findByRole('button', { name: 'Back' }));
    await waitFor(() => expect(direct.address()).toBe('/home'));
  });

  it('is in More, and leads on to the order of the day [B11-7 B3-8]', async () => {
    const { user, address } = open('/home');
    await user.click(await screen.findByRole('button', { name: /^More/ }));
    await user.click(await screen.findByRole('link', { name: "Today's hand" }));
    await screen.findByRole('heading', { name: 'That was today' });
    expect(address()).toBe('/today');
    expect(screen.getByRole('link', { name: "Go on with today's shuffle" })).toHaveAttribute(
      'href',
      '/home?way=day',
    );
  });

  it('leaves out blocked authors, and counts the others [B11-4]', async () => {
    const author = { ...data[1]!.user, _id: idOf(77) };
    data = data.with(1, { ...data[1]!, user: author });
    useBlockStore.setState({ blocked: [author] });
    open();
    expect(await screen.findByText('2 of 2')).toBeVisible();
    expect(screen.queryByText('Post 2')).toBeNull();
    expect(screen.getByText(/These were 2 posts/)).toBeVisible();
    useBlockStore.setState({ blocked: [] });
  });

  it('says that a day has no hand, or that a hand has no posts [B11-3]', async () => {
    failure = HttpResponse.json({ success: false, message: 'x', code: 'NOT_FOUND' }, { status: 404 });
    const { user } = open('/today?date=2020-01-01');
    expect(await screen.findByRole('heading', { name: 'There is no hand of this day' })).toBeVisible();
    failure = undefined;
    data = [];
    await user.click(screen.getByRole('link', { name: "Today's hand" }));
    expect(await screen.findByRole('heading', { name: 'No posts in this hand' })).toBeVisible();
    expect(screen.queryByText('That was today')).toBeNull();
  });

  it('can be retried if the network fails [B11-6]', async () => {
    lost = true;
    const { user } = open();
    await screen.findByRole('heading', { name: 'Something went wrong' });
    lost = false;
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await shown('Post 3')).toBeVisible();
  });
});

describe("the strip of today's hand on home", () => {
  const strip = () => screen.queryByRole('link', { name: /^Today's hand/ });
  const visit = async () => {
    const view = open('/home');
    await screen.findByText('Post 900');
    return view;
  };
  /** Closes the tab; the browser keeps what it stored. */
  const leave = (view: { unmount: () => void }) => {
    view.unmount();
    sessionStorage.clear();
    forgetFeed();
  };

  it('comes with the second visit, and counts what was read [B11-7]', async () => {
    const first = await visit();
    expect(strip()).toBeNull();
    leave(first);

    const second = await visit();
    expect(await screen.findByText('3 posts, the same for everybody')).toBeVisible();
    expect(screen.getByText('0 of 3')).toBeVisible();
    expect(asked).toEqual(['']);
    await second.user.click(strip()!);
    await screen.findByRole('heading', { name: 'That was today' });
    leave(second);

    // the seed and the number are known for the day
    const third = await visit();
    expect(await screen.findByText('0 of 3')).toBeVisible();
    expect(asked).toEqual(['']);
    leave(third);
  });

  it('goes for the day once it is dismissed or finished, and is back the next day [B11-7]', async () => {
    leave(await visit());
    const second = await visit();
    await second.user.click(await screen.findByRole('button', { name: 'Dismiss' }));
    expect(strip()).toBeNull();
    await second.open('/about');
    await second.open('/home');
    await screen.findByText('Post 900');
    expect(strip()).toBeNull();
    leave(second);

    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY });
    const next = await visit();
    await waitFor(() => expect(strip()).not.toBeNull());
    await next.open('/today');
    await shown('Post 3');
    setInSight((element) => element.textContent === 'That was today', 1);
    await next.open('/home');
    await screen.findByText('Post 900');
    expect(strip()).toBeNull();
    leave(next);
    vi.useRealTimers();
  });

  it('is that of the new day in a tab left open over midnight [B11-7]', async () => {
    leave(await visit());
    const second = await visit();
    await screen.findByText('0 of 3');
    data = posts(1, 2);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY });
    document.dispatchEvent(new Event('visibilitychange'));
    expect(await screen.findByText('0 of 2')).toBeVisible();
    leave(second);
    vi.useRealTimers();
  });

  it('says that nobody has posted, and stays if the hand cannot be fetched [B11-7]', async () => {
    leave(await visit());
    data = [];
    const second = await visit();
    expect(await screen.findByText('Nobody has posted yet')).toBeVisible();
    leave(second);
    localStorage.clear();
    leave(await visit());
    lost = true;
    const third = await visit();
    expect(await screen.findByText('The same for everybody')).toBeVisible();
    leave(third);
  });

  it("takes the welcome's place [B11-7]", async () => {
    setVisitorMode(true);
    const first = renderApp({ user: null, url: '/home' });
    await screen.findByRole('region', { name: 'Welcome' });
    leave(first);
    renderApp({ user: null, url: '/home' });
    await waitFor(() => expect(strip()).not.toBeNull());
    await screen.findByText('Post 900');
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  });
});

describe('a user whose name is today', () => {
  it('is at a tab of the profile, as the name alone leads to the hand [B11-12]', async () => {
    expect(paths.profile.getHref('Today')).toBe('/Today/posts');
    expect(paths.profile.getHref('ada')).toBe('/ada');
    let found = '';
    server.use(
      http.get('*/api/users/username/:name', ({ params }) => {
        found = String(params['name']);
        return HttpResponse.json(
          { success: false, message: 'User not found', code: 'NOT_FOUND' },
          { status: 404 },
        );
      }),
    );
    open('/today/posts');
    await waitFor(() => expect(found).toBe('today'));
  });
});
