import { QueryClient } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { idOf, makePost } from '../../../testing/make-post';
import { installFakeSight } from '../../../testing/sight';
import { testUser } from '../../../testing/users';
import { withViewer } from '../../../testing/with-viewer';
import { PostCards } from './endless-list';

const posts = [1, 2].map((number) => makePost({ _id: idOf(number), title: `Post ${number}` }));
const open = () =>
  render(<PostCards posts={posts} pageSize={12} complete />, {
    wrapper: withViewer(new QueryClient(), testUser()),
  });
const taken = () =>
  [...screen.getByRole('feed').children].map((row) =>
    (row as HTMLElement).style.getPropertyValue('--height'),
  );

beforeEach(() => installFakeSight());
afterEach(() => vi.restoreAllMocks());

it('a list that one comes back to takes cards that are not drawn for as high as they were', () => {
  const first = open();
  expect(taken()).toEqual(['', '']);
  const height = vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(812);
  first.unmount();
  // hidden while another page loads: nothing to learn from
  const second = open();
  expect(taken()).toEqual(['812px', '812px']);
  height.mockReturnValue(0);
  second.unmount();
  open();
  expect(taken()).toEqual(['812px', '812px']);
});
