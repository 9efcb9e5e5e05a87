import { screen, waitFor } from '@testing-library/react';
import { http, HttpResponse } from 'msw';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { idOf, makeServerPost } from '../../../testing/make-post';
import { openDialog } from '../../../testing/open-dialog';
import { renderApp } from '../../../testing/render-app';
import { server } from '../../../testing/server';
import { testUser } from '../../../testing/users';
import { setVisitorMode } from '../../../lib/visitor-mode';
import { noteWelcome } from '../../identity/session/model/welcome';
import { forgetFeed } from './feed-memory';

vi.setConfig({ testTimeout: 40_000 });

const SENTENCE = '2,001 posts, shuffled for you alone. Nobody can buy a place.';
const ended = vi.fn();
let post = makeServerPost();

beforeEach(() => {
  forgetFeed();
  sessionStorage.clear();
  ended.mockClear();
  post = makeServerPost();
  server.use(
    http.get('*/api/posts/infinite', () =>
      HttpResponse.json({
        success: true,
        data: [post],
        seed: 1,
        hasNextPage: false,
        nextPage: null,
        population: 2001,
        numbers: [4],
      }),
    ),
    http.delete('*/api/auth/welcome', () => {
      ended();
      return HttpResponse.json({ success: true, message: 'Welcome dismissed' });
    }),
  );
});
const serveSuggested = (reply: () => Response) => server.use(http.get('*/api/people/suggested', reply));
const wren = { _id: '00000000000000000000000b', userName: 'wren', fullName: 'Wren Okafor', profilepic: '' };
const ada = { _id: '00000000000000000000000c', userName: 'ada', fullName: 'Ada Lovelace', profilepic: '' };
const newcomer = () => {
  const user = testUser();
  noteWelcome(user._id, true);
  return renderApp({ user, url: '/home' });
};

describe('the welcome above the first feed', () => {
  it.each([
    [1, 'Wren Okafor'],
    [3, 'Wren Okafor, Ada Lovelace, and 1 more'],
    [6, 'Wren Okafor, Ada Lovelace, and 4 more'],
  ])('names the first two of %i people and counts the others [B12-2]', async (count, names) => {
    const others = [1, 2, 3, 4].map((each) => ({ ...ada, _id: idOf(each) }));
    const data = [wren, ada, ...others].slice(0, count);
    serveSuggested(() => HttpResponse.json({ success: true, data }));
    newcomer();
    expect(await screen.findByRole('button', { name: /^People here/ })).toHaveTextContent(names);
  });

  it('counts the posts, names people, and is dismissed for good [B12-1 B12-2]', async () => {
    serveSuggested(() => HttpResponse.json({ success: true, data: [wren, ada] }));
    const { user, unmount } = newcomer();
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    await user.click(await screen.findByRole('button', { name: 'People here Wren Okafor and Ada Lovelace' }));
    const people = await openDialog('dialog', 'People here');
    expect(people.getByRole('link', { name: 'Wren Okafor @wren' })).toHaveAttribute('href', '/wren');
    expect(people.getByRole('button', { name: 'Follow Ada Lovelace' })).toBeVisible();
    await user.click(people.getByRole('button', { name: 'Close' }));
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
    await waitFor(() => expect(screen.getByRole('feed')).toHaveFocus());
    expect(ended).toHaveBeenCalledTimes(1);
    unmount();
    renderApp({ user: testUser(), url: '/home' });
    await screen.findByRole('article');
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  });

  it('does not say "for you alone" of a shuffle that was opened by a link [B16-9]', async () => {
    serveSuggested(() => HttpResponse.json({ success: true, data: [wren] }));
    const user = testUser();
    noteWelcome(user._id, true);
    renderApp({ user, url: '/home?seed=1' });
    expect(await screen.findByText('2,001 posts, shuffled by chance. Nobody can buy a place.')).toBeVisible();
    expect(screen.queryByText(SENTENCE)).toBeNull();
  });

  it.each([
    ['there are none', () => HttpResponse.json({ success: true, data: [] })],
    ['the call is refused', () => HttpResponse.json({ success: false, message: 'No' }, { status: 403 })],
  ])('leads to the search for people if %s [B12-2]', async (_why, reply) => {
    serveSuggested(reply);
    newcomer();
    expect(await screen.findByRole('link', { name: 'Find people' })).toHaveAttribute('href', '/search');
  });

  it.each([
    ['a member', () => newcomer()],
    [
      'a visitor',
      () => {
        setVisitorMode(true);
        return renderApp({ user: null, url: '/home' });
      },
    ],
  ])('asks %s which languages they read, by those of the browser [B13-12]', async (_who, open) => {
    serveSuggested(() => HttpResponse.json({ success: true, data: [wren] }));
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en-US', 'en']);
    post.language = 'pt';
    const { user } = open();
    const own = await screen.findByRole('button', { name: 'Only posts in German and English' });
    expect(own).toHaveAttribute('aria-pressed', 'false');
    await user.click(own);
    expect(own).toHaveAttribute('aria-pressed', 'true');
    expect(await screen.findByText(/Portuguese/)).toBeVisible();
    await user.click(own);
    expect(own).toHaveAttribute('aria-pressed', 'false');
    await waitFor(() => expect(screen.queryByText(/Portuguese/)).toBeNull());
  });

  it('asks for no languages if all posts are in those of the browser [B13-12]', async () => {
    serveSuggested(() => HttpResponse.json({ success: true, data: [wren] }));
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-AT', 'en']);
    post.language = 'en';
    newcomer();
    await screen.findByRole('button', { name: /^People here/ });
    expect(screen.queryByRole('button', { name: /^Only posts in/ })).toBeNull();
  });

  it('asks for no languages if the browser names none', async () => {
    serveSuggested(() => HttpResponse.json({ success: true, data: [wren] }));
    vi.spyOn(navigator, 'languages', 'get').mockReturnValue([]);
    newcomer();
    await screen.findByRole('button', { name: /^People here/ });
    expect(screen.queryByRole('button', { name: /^Only posts in/ })).toBeNull();
  });

  it('greets visitors without people, and members of longer standing not at all [B12-1]', async () => {
    setVisitorMode(true);
    const { user, unmount } = renderApp({ user: null, url: '/home' });
    expect(await screen.findByText(SENTENCE)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Dismiss' }));
    expect(ended).not.toHaveBeenCalled();
    unmount();
    renderApp({ user: testUser(), url: '/home' });
    await screen.findByRole('article');
    expect(screen.queryByRole('region', { name: 'Welcome' })).toBeNull();
  });
});
