import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { delay, http, HttpResponse, type JsonBodyType } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { featureBaseUrls } from '../../config/feature-env';
import { JOURNEYS, SOUNDS } from '../../features/community/feature-panel/model/suggestions';
import { setWindowWidth } from '../../testing/media';
import { openDialog } from '../../testing/open-dialog';
import { renderApp } from '../../testing/render-app';
import { server } from '../../testing/server';
import { makeGate } from '../../testing/serve';
import { testUser } from '../../testing/users';

const JOKES = `${featureBaseUrls.jokes}/random_joke`;
const joke = (setup: string, punchline = 'Because.') => ({ id: 1, setup, punchline });
const serve = (address: string, answer: JsonBodyType) =>
  server.use(http.get(address, () => HttpResponse.json(answer)));

const open = async (label: string, url = '/featurePanel') => {
  const app = renderApp({ user: testUser(), url });
  await app.user.click(await screen.findByRole('button', { name: new RegExp(`^${label}`) }));
  return app;
};

beforeEach(() => setWindowWidth(375));
afterEach(() => {
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'share');
});

describe('the feature panel (A §2.10)', () => {
  it('shows eight cards, and appears in the right column as well [A2.7-2 A2.10-1]', async () => {
    setWindowWidth(1440);
    renderApp({ user: testUser(), url: '/about' });
    const column = await screen.findByRole('complementary', { name: 'Search, account and features' });
    expect(await within(column).findByRole('heading', { name: 'Features' })).toBeVisible();
    const cards = within(within(column).getByRole('region', { name: 'Features' })).getAllByRole('button');
    expect(cards.map((card) => card.textContent)).toEqual([
      'Tell a Joke',
      'Daily Quote',
      'Movie Recommendation',
      'Recipe Ideas',
      'Book Suggestion',
      'Travel Ideas',
      'Fun Facts',
      'Music Discovery',
    ]);
  });

  it('opens from the mobile More panel [A2.1-18]', async () => {
    const { address, user } = renderApp({ user: testUser(), url: '/about' });
    await user.click(await screen.findByRole('button', { name: 'More' }));
    await user.click((await openDialog()).getByRole('link', { name: 'Features' }));
    await waitFor(() => expect(address()).toBe('/featurePanel'));
  });

  it('shows a card’s result, loads another, and closes back to the card [A2.10-3 A2.10-4 A7.5-1]', async () => {
    serve(JOKES, joke('First?'));
    const { user } = await open('Tell a Joke');
    expect(await screen.findByRole('heading', { name: 'First?' })).toBeVisible();
    const more = screen.getByRole('link', { name: 'More' });
    expect(more).toHaveAttribute('href', expect.stringMatching(/^https:\/\//));
    expect(more).toHaveAttribute('rel', 'noopener noreferrer');
    serve(JOKES, joke('Second?'));
    await user.click(screen.getByRole('button', { name: 'Get Another' }));
    // the button disappears while the next result loads: the focus moves to its container
    expect(screen.getByRole('region', { name: 'Tell a Joke' })).toHaveFocus();
    expect(await screen.findByRole('heading', { name: 'Second?' })).toBeVisible();
    expect(screen.queryByText('First?')).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.getByRole('button', { name: /^Tell a Joke/ })).toHaveFocus();
  });

  it('closes a result on Back and opens it again on Forward', async () => {
    serve(JOKES, joke('First?'));
    const { go } = renderApp({ user: testUser(), url: '/featurePanel' });
    const card = () => screen.findByRole('button', { name: /^Tell a Joke/ });
    fireEvent.click(await card());
    await screen.findByRole('heading', { name: 'First?' });
    await go(-1);
    expect(await card()).toHaveFocus();
    await go(1);
    expect(await screen.findByRole('heading', { name: 'First?' })).toBeVisible();
  });

  it.each([
    [
      'Daily Quote',
      `${featureBaseUrls.quotes}/quotes/random`,
      { id: 1, quote: 'Be kind.', author: 'A' },
      'A',
    ],
    ['Movie Recommendation', `${featureBaseUrls.movies}/movies/animation`, [{ title: 'Up' }], 'Up'],
    [
      'Recipe Ideas',
      `${featureBaseUrls.meals}/api/json/v1/1/random.php`,
      { meals: [{ strMeal: 'Soup' }] },
      'Soup',
    ],
    [
      'Book Suggestion',
      `${featureBaseUrls.books}/subjects/fiction.json`,
      { works: [{ title: 'Emma' }] },
      'Emma',
    ],
    ['Fun Facts', `${featureBaseUrls.facts}/api/v2/facts/random`, { text: 'Honey keeps.' }, 'Did you know?'],
  ])('calls the service of %s [A2.10-2 A7.5-2 A7.5-3]', async (label, address, answer, title) => {
    serve(address, answer);
    await open(label);
    expect(await screen.findByRole('heading', { name: title })).toBeVisible();
  });

  it.each([
    ['Travel Ideas', `${featureBaseUrls.users}/users`, [{ id: 1 }]],
    ['Music Discovery', `${featureBaseUrls.products}/products`, { products: [{ title: 'x' }] }],
  ])(
    'calls the service of %s and picks from its own list [A2.10-2 A7.5-7 A7.5-8 A9-28]',
    async (label, address, answer) => {
      const asked: string[] = [];
      server.use(
        http.get(address, ({ request }) => {
          asked.push(new URL(request.url).search);
          return HttpResponse.json(answer);
        }),
      );
      await open(label);
      expect(await screen.findByRole('button', { name: 'Get Another' })).toBeVisible();
      expect(asked).toEqual([label === 'Music Discovery' ? '?limit=100' : '']);
      expect(screen.queryByText(/Sorry/)).toBeNull();
    },
  );

  it('requests 50 books and sends no user data [A7.5-5 A9-28]', async () => {
    let search = '';
    let request: Request | undefined;
    server.use(
      http.get(`${featureBaseUrls.books}/subjects/fiction.json`, (call) => {
        search = new URL(call.request.url).search;
        request = call.request;
        return HttpResponse.json({ works: [{ title: 'Emma', cover_id: 9 }] });
      }),
    );
    const { container } = await open('Book Suggestion');
    await screen.findByRole('heading', { name: 'Emma' });
    expect(search).toBe('?limit=50');
    expect(request?.credentials).toBe('omit');
    expect(request?.headers.get('authorization')).toBeNull();
    const picture = container.querySelector('img[src^="https://covers.openlibrary.org"]');
    expect(picture).toHaveAttribute('referrerpolicy', 'no-referrer');
    fireEvent.error(picture!);
    expect(container.querySelector('img[src^="https://covers"]')).toBeNull();
  });
});

describe('a failing service', () => {
  it.each([
    ['reports an error', () => new HttpResponse('<h1>down</h1>', { status: 500 })],
    ['is not to be reached', () => HttpResponse.error()],
  ])('shows demo content when it %s [A8-42]', async (_how, answer) => {
    server.use(http.get(JOKES, answer));
    await open('Tell a Joke');
    expect(await screen.findByText(/^Sorry, we couldn't fetch live data right now\.\.\./)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Get Another' })).toBeEnabled();
  });

  it.each([
    ['Travel Ideas', `${featureBaseUrls.users}/users`, JOURNEYS],
    ['Music Discovery', `${featureBaseUrls.products}/products`, SOUNDS],
  ])('still picks %s from its own list', async (label, address, list) => {
    server.use(http.get(address, () => HttpResponse.error()));
    await open(label);
    const said = await screen.findByText(/^Sorry, we couldn't fetch live data right now\.\.\./);
    const picked = list.find(({ content }) => said.textContent.endsWith(content));
    expect(screen.getByRole('heading', { name: picked?.title ?? 'none of the list' })).toBeVisible();
  });

  it('shows demo content when it takes longer than 15 s [A8-42]', async () => {
    server.use(
      http.get(JOKES, async () => {
        await delay('infinite');
        return HttpResponse.json(joke('Never?'));
      }),
    );
    renderApp({ user: testUser(), url: '/featurePanel' });
    const card = await screen.findByRole('button', { name: /^Tell a Joke/ });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    fireEvent.click(card);
    await act(() => vi.advanceTimersByTimeAsync(14_999));
    expect(screen.getByRole('status', { name: 'Fetching' })).toBeInTheDocument();
    await act(() => vi.advanceTimersByTimeAsync(1));
    vi.useRealTimers();
    expect(await screen.findByText(/^Sorry, we couldn't fetch live data right now\.\.\./)).toBeVisible();
  });

  it.each([
    ['no JSON', () => new HttpResponse('<html>')],
    ['nothing usable', () => HttpResponse.json({ setup: 7 })],
  ])('shows the error view with a retry if the response holds %s [A2.10-5 A8-43]', async (_what, answer) => {
    server.use(http.get(JOKES, answer));
    const { user } = await open('Tell a Joke');
    expect(await screen.findByRole('heading', { name: 'Oops! Something went wrong' })).toBeVisible();
    expect(screen.getByText('Failed to fetch data. Please try again.')).toBeVisible();
    serve(JOKES, joke('At last?'));
    await user.click(screen.getByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'At last?' })).toBeVisible();
  });

  it('renders hostile text as plain text', async () => {
    serve(JOKES, joke('<img src=x onerror=alert(1)>', '<script>alert(1)</script>'));
    const { container } = await open('Tell a Joke');
    expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeVisible();
    expect(screen.getByText('<script>alert(1)</script>')).toBeVisible();
    expect(container.querySelector('script, img[src="x"]')).toBeNull();
  });

  it('ignores a response that arrives after its card was closed', async () => {
    const gate = makeGate();
    server.use(
      http.get(JOKES, async () => {
        await gate.passed;
        return HttpResponse.json(joke('Late?'));
      }),
    );
    const { user } = await open('Tell a Joke');
    await user.click(await screen.findByRole('button', { name: 'Close' }));
    gate.open();
    serve(`${featureBaseUrls.facts}/api/v2/facts/random`, { text: 'Honey keeps.' });
    await user.click(screen.getByRole('button', { name: /^Fun Facts/ }));
    expect(await screen.findByText('Honey keeps.')).toBeVisible();
    expect(screen.queryByText('Late?')).toBeNull();
  });
});

describe('sharing a result', () => {
  it('copies it if the browser cannot share, and confirms it [A8-44]', async () => {
    serve(JOKES, joke('Why?'));
    const { user } = await open('Tell a Joke');
    const copied = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    const alert = await screen.findByRole('alertdialog');
    expect(alert).toHaveTextContent('Content copied to clipboard!');
    await user.click(within(alert).getByRole('button', { name: 'OK' }));
    expect(copied.mock.calls[0]?.[0]).toMatch(/^Why\?\n\nBecause\.\n\nhttps:\/\//);
  });

  it('uses the browser’s share dialog, and accepts that it was cancelled', async () => {
    serve(JOKES, joke('Why?'));
    const { user } = await open('Tell a Joke');
    const share = vi.fn(() => Promise.reject(new DOMException('No', 'AbortError')));
    Object.defineProperty(navigator, 'share', { value: share, configurable: true });
    await user.click(await screen.findByRole('button', { name: 'Share' }));
    expect(share).toHaveBeenCalledWith({
      title: 'Why?',
      text: 'Because.',
      url: expect.stringMatching(/^https:\/\//),
    });
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Share' })).not.toHaveAttribute('aria-disabled'),
    );
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });
});
