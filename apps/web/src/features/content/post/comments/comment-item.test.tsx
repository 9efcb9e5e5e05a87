import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { formatFullTime } from '../../../../lib/format';
import { setPreference } from '../../../../lib/preferences';
import { makeComment } from '../../../../testing/make-post';
import { justSent } from './comment-actions';
import { CommentItem } from './comment-item';

afterEach(() => setPreference('hideCounts', 'off'));

const nothing = () => undefined;
const draw = (fields: Parameters<typeof makeComment>[0], removable = false) =>
  render(
    <ul>
      <CommentItem comment={makeComment(fields)} removable={removable} onLike={nothing} onDelete={nothing} />
    </ul>,
  );

it('shows the author, the text, the number of likes, and whether the user likes it (F §3) [F3-9]', () => {
  draw({ reactions: { likes: 1200 }, userHasLiked: true });
  expect(screen.getByRole('link', { name: 'Oskar Lind' }).getAttribute('href')).toBe('/oskar');
  screen.getByText('What a morning.');
  const like = screen.getByRole('button', { name: 'Like comment, 1.2K' });
  expect(like.getAttribute('aria-pressed')).toBe('true');
});

it('shows the like button without a number if counts are hidden [B7-7]', () => {
  setPreference('hideCounts', 'on');
  draw({ reactions: { likes: 1200 }, userHasLiked: true });
  const like = screen.getByRole('button', { name: 'Like comment' });
  expect(like.textContent).toBe('Like');
  expect(like.getAttribute('aria-pressed')).toBe('true');
});

it('links mentions and addresses in the text [B1-2]', async () => {
  const comment = makeComment({ body: 'As @ada_b said: https://example.org' });
  render(<CommentItem comment={comment} removable={false} onLike={nothing} onDelete={nothing} />, {
    wrapper: MemoryRouter,
  });
  expect((await screen.findByRole('link', { name: '@ada_b' })).getAttribute('href')).toBe('/ada_b');
  expect(screen.getByRole('link', { name: 'https://example.org' }).getAttribute('rel')).toBe(
    'nofollow ugc noopener',
  );
});

it.each([
  [
    { timestamp: '2026-01-02T03:04:05.000Z', createdAt: '2025-01-01T00:00:00.000Z' },
    '2026-01-02T03:04:05.000Z',
  ],
  [{ timestamp: '', createdAt: '2025-01-01T00:00:00.000Z' }, '2025-01-01T00:00:00.000Z'],
])('uses timestamp, else createdAt, as the date of %j [F3-10]', (fields, shown) => {
  const { container } = draw(fields);
  const time = container.querySelector('time');
  expect([time?.dateTime, time?.title]).toEqual([shown, formatFullTime(shown)]);
});

it.each([
  [true, ['Copy link', 'Delete']],
  [false, ['Copy link']],
])('offers to delete it in its menu, if the user may: %s', async (removable, items) => {
  draw({}, removable);
  await userEvent.click(screen.getByRole('button', { name: 'More on this comment' }));
  await screen.findByRole('menu');
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual(items);
});

it('lets a comment that was just sent rise into the list, once [B16-6]', () => {
  const { _id } = makeComment({});
  justSent.add(_id);
  const first = draw({ _id });
  expect(screen.getByRole('listitem')).toHaveClass('animate-rise');
  first.unmount();
  draw({ _id });
  expect(screen.getByRole('listitem')).not.toHaveClass('animate-rise');
});
