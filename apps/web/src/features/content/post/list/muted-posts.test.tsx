import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepLanguages } from '../../../../cache/language-store';
import { keepMuted } from '../../../../cache/muted-store';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { PostList } from './post-list';

const viewer = testUser();
const post = (id: number, title: string, more: object = {}) =>
  makePost({ _id: idOf(id), title, description: '', tags: [], ...more });

const POSTS = [
  post(1, 'Bread'),
  post(2, 'Football at last'),
  post(3, 'Again', { tags: ['football'] }),
  post(4, 'Soup'),
  post(5, 'FOOTBALL'),
  post(6, 'My football', { user: { ...makePost().user, _id: viewer._id } }),
];

const show = (as: typeof viewer | null = viewer) =>
  render(<PostList posts={POSTS} complete />, { wrapper: withViewer(createQueryClient(), as) });

const articles = () =>
  screen.getAllByRole('article').map((each) => [each.getAttribute('aria-posinset'), each.textContent]);

beforeEach(() => keepMuted(viewer._id, []));

describe('posts with a muted word', () => {
  it('collapse into thin lines, adjacent ones joined, and keep their positions; own posts show [B2-27]', async () => {
    keepMuted(viewer._id, [{ word: 'football', until: null }]);
    show();
    expect(await screen.findByRole('article', { name: '2 posts with “football” hidden' })).toBeVisible();
    expect(articles().map(([place]) => place)).toEqual(['1', '2', '4', '5', '6']);
    expect(articles()[1]?.[1]).toBe('2 posts with “football” hiddenShow');
    expect(articles()[3]?.[1]).toBe('1 post with “football” hiddenShow');
    expect(screen.getByText('My football')).toBeVisible();
  });

  it.each([
    [['football', 'again'], '2 posts with “football” and “again” hidden'],
    [['football', '#football', 'at last', 'again'], '2 posts with “football”, “at last” and 2 more hidden'],
  ])('name their words %j, at most two [B15-3]', async (words, name) => {
    const muted = words.map((word) => ({ word, until: null }));
    keepMuted(viewer._id, muted);
    show();
    expect(await screen.findByRole('article', { name })).toBeVisible();
  });

  it('keep the direction of a word apart from that of the line [B15-3]', async () => {
    keepMuted(viewer._id, [{ word: 'خبز', until: null }]);
    const posts = [post(1, 'عن خبز'), post(2, 'Soup')];
    render(<PostList posts={posts} complete />, { wrapper: withViewer(createQueryClient(), viewer) });
    const line = await screen.findByRole('article', { name: '1 post with “خبز” hidden' });
    expect(line.querySelector('bdi')).toHaveTextContent(/^خبز$/);
  });

  it('count as one for the page keys, in both directions [B2-28]', async () => {
    keepMuted(viewer._id, [{ word: 'football', until: null }]);
    show();
    const line = await screen.findByRole('article', { name: /^2 posts/ });
    line.focus();
    fireEvent.keyDown(line, { key: 'PageDown' });
    const next = screen.getByText('Soup').closest('article')!;
    expect(next).toHaveFocus();
    fireEvent.keyDown(next, { key: 'PageUp' });
    expect(line).toHaveFocus();
  });

  it('show after a press on Show, which moves the focus to the first of them [B2-27]', async () => {
    keepMuted(viewer._id, [{ word: '#football', until: null }]);
    const { unmount } = show();
    fireEvent.click(await screen.findByRole('button', { name: 'Show 1 post with “#football” hidden' }));
    const opened = await screen.findByText('Again');
    await waitFor(() => expect(opened.closest('article')).toHaveFocus());
    unmount();
    show();
    expect(await screen.findByText('Again')).toBeVisible();
  });

  it('show once the mute has expired, and to other users', async () => {
    localStorage.setItem(
      `muted-words:${viewer._id}`,
      JSON.stringify([{ word: 'soup', until: new Date(Date.now() - 1000).toISOString() }]),
    );
    show();
    expect(await screen.findByText('Soup')).toBeVisible();
    keepMuted(viewer._id, [{ word: 'bread', until: null }]);
    show(null);
    expect(screen.getAllByText('Bread').length).toBeGreaterThan(0);
  });
});

describe('posts in languages that are not read', () => {
  const FOREIGN = [
    post(21, 'Bread', { language: 'en' }),
    post(22, 'خبز', { language: 'ar' }),
    post(23, 'パン', { language: 'ja' }),
    post(24, 'Football في المدينة', { language: 'ar' }),
    post(25, '🥖', { language: null }),
    post(26, 'Brot', { language: 'de', user: { ...makePost().user, _id: viewer._id } }),
    post(27, 'Pain', { language: 'fr' }),
  ];
  const showForeign = (as: typeof viewer | null = viewer) =>
    render(<PostList posts={FOREIGN} complete />, { wrapper: withViewer(createQueryClient(), as) });

  beforeEach(() => {
    for (const viewerId of [viewer._id, '']) keepLanguages(viewerId, []);
  });

  it('collapse into lines that name the languages; own posts and unknown languages show [B13-5]', async () => {
    keepLanguages(viewer._id, ['en', 'es']);
    showForeign();
    expect(await screen.findByText('3 posts in Arabic and Japanese')).toBeVisible();
    expect(screen.getByText('1 post in French')).toBeVisible();
    expect(articles().map(([place]) => place)).toEqual(['1', '2', '5', '6', '7']);
    expect(screen.getByText('Brot')).toBeVisible();
    expect(screen.getByText('🥖')).toBeVisible();
  });

  it('have a line of their own beside posts with muted words [B13-5]', async () => {
    keepLanguages(viewer._id, ['en', 'fr']);
    keepMuted(viewer._id, [{ word: 'football', until: null }]);
    showForeign();
    expect(await screen.findByText('2 posts in Arabic and Japanese')).toBeVisible();
    expect(articles().map(([place]) => place)).toEqual(['1', '2', '4', '5', '6', '7']);
    fireEvent.click(screen.getByRole('button', { name: 'Show 2 posts in Arabic and Japanese' }));
    await waitFor(() => expect(screen.getByText('خبز').closest('article')).toHaveFocus());
    expect(screen.getByText('パン')).toBeVisible();
    expect(screen.queryByText('Football في المدينة')).toBeNull();
  });

  it('show without a choice, and to visitors by their own [B13-5]', async () => {
    keepLanguages(viewer._id, ['es']);
    const { unmount } = showForeign(null);
    expect(screen.getAllByText('Bread').length).toBeGreaterThan(0);
    unmount();
    keepLanguages('', ['en', 'ar', 'ja', 'de']);
    showForeign(null);
    expect(await screen.findByText('1 post in French')).toBeVisible();
  });
});
