import { render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, expect, it } from 'vitest';
import { expectPicture, noteFirstPicture } from '../../../../lib/first-picture';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { withViewer } from '../../../../testing/with-viewer';
import { PostList } from './post-list';

/** Returns the number of cards in each commit of a new list. */
const cardsByCommit = (): number[] => {
  const counts: number[] = [];
  const posts = [makePost({ _id: idOf(1) }), makePost({ _id: idOf(2) })];
  render(
    <Profiler id="list" onRender={() => counts.push(screen.queryAllByRole('article').length)}>
      <PostList posts={posts} complete />
    </Profiler>,
    { wrapper: withViewer(createQueryClient(), null) },
  );
  return counts;
};

afterEach(() => noteFirstPicture());

it('a new page draws its first card, placeholders for the others, then the other cards', () => {
  expectPicture();
  const counts = cardsByCommit();
  expect(counts[0]).toBe(1);
  expect(counts.at(-1)).toBe(2);
});

it('a page that is already shown draws its cards at once', () => {
  expect(cardsByCommit()[0]).toBe(2);
});
