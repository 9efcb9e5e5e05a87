import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { keepMuted } from '../../../cache/muted-store';
import { createQueryClient } from '../../../lib/query-client';
import { idOf, makePost } from '../../../testing/make-post';
import { testUser } from '../../../testing/users';
import { withViewer } from '../../../testing/with-viewer';
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
    expect(await screen.findByText('2 posts hidden')).toBeVisible();
    expect(articles().map(([place]) => place)).toEqual(['1', '2', '4', '5', '6']);
    expect(articles()[1]?.[1]).toBe('2 posts hiddenShow');
    expect(articles()[3]?.[1]).toBe('1 post hiddenShow');
    expect(screen.getByText('My football')).toBeVisible();
  });

  it('count as one for the page keys, in both directions [B2-28]', async () => {
    keepMuted(viewer._id, [{ word: 'football', until: null }]);
    show();
    const line = (await screen.findByText('2 posts hidden')).closest('article')!;
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
    fireEvent.click(await screen.findByRole('button', { name: 'Show 1 post hidden' }));
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
