import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { ClientPost } from '../../features/content/post/model/post';
import { idOf, makePost } from '../../testing/make-post';
import { FeedSuggestions } from './feed-suggestions';

const by = (number: number, isFollowing: boolean): ClientPost =>
  makePost({
    _id: idOf(number),
    user: {
      _id: idOf(900 + number),
      userName: `user${number}`,
      fullName: `User ${number}`,
      profilepic: '',
      isFollowing,
    },
  });
const page = (posts: ClientPost[]) => (
  <QueryClientProvider client={new QueryClient()}>
    <MemoryRouter>
      <FeedSuggestions posts={posts} />
    </MemoryRouter>
  </QueryClientProvider>
);
const names = () => screen.getAllByRole('listitem').flatMap((item) => /User \d/.exec(item.textContent) ?? []);

it('suggests only authors whom the viewer did not follow when the posts came', () => {
  const { rerender } = render(page([by(1, true), by(2, false), by(3, false)]));
  expect(names()).toEqual(['User 2', 'User 3']);
  // followed by a press in this list: the row stays, with the button that takes it back
  rerender(page([by(1, true), by(2, true), by(3, false)]));
  expect(names()).toEqual(['User 2', 'User 3']);
  rerender(page([by(4, false), by(2, true), by(3, false)]));
  expect(names()).toEqual(['User 4', 'User 3']);
});
