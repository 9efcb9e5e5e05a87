import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { setPreference } from '../../../../lib/preferences';
import { createQueryClient } from '../../../../lib/query-client';
import { makePost } from '../../../../testing/make-post';
import { testUser } from '../../../../testing/users';
import { withViewer } from '../../../../testing/with-viewer';
import { ActionBar } from './action-bar';

const reactions = { likes: 1200, dislikes: 4, shares: 5, saves: 6 };
const draw = () =>
  render(<ActionBar post={makePost({ reactions })} commentsOpen={false} onComments={vi.fn()} saves />, {
    wrapper: withViewer(createQueryClient(), testUser()),
  });
const names = () => screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));

beforeEach(() => setPreference('hideCounts', 'on'));
afterEach(() => setPreference('hideCounts', 'off'));

it('shows no number and names none in its labels if counts are hidden [B7-6]', () => {
  const { container } = draw();
  expect(names()).toEqual(['Like', 'Dislike', 'Comment', 'Share', 'Save']);
  expect(container.textContent).toBe('');
  expect(container.innerHTML).not.toMatch(/views/);
});

it('shows its counts again if they are no longer hidden [B7-6]', () => {
  const { container } = draw();
  act(() => setPreference('hideCounts', 'off'));
  expect(names()).toEqual(['Like, 1.2K', 'Dislike, 4', 'Comment, 2', 'Share, 5', 'Save, 6']);
  expect(container.textContent).toBe('1.2K425612');
  expect(screen.getByRole('img', { name: '12 views' })).toBeInTheDocument();
});
