import type { Media } from '@social-feed/contracts';
import { render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { afterEach, describe, expect, it } from 'vitest';
import { expectPicture, firstPicture, noteFirstPicture } from '../../../../lib/first-picture';
import { createQueryClient } from '../../../../lib/query-client';
import { idOf, makePost } from '../../../../testing/make-post';
import { withViewer } from '../../../../testing/with-viewer';
import type { ClientPost } from '../model/post';
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

describe('the first picture of the screen', () => {
  const image: Media = {
    url: '/media/a.webp',
    kind: 'image',
    alt: '',
    placeholder: '',
    width: 400,
    height: 300,
  };
  const text = (number: number) => makePost({ _id: idOf(number) });
  const picture = (number: number, more = {}) =>
    makePost({ _id: idOf(number), media: [image], images: [image.url], ...more });
  /** Shows posts; returns the posts, from 1, whose pictures have priority, and whether the page waits for one. */
  const show = (posts: ClientPost[]) => {
    expectPicture();
    render(<PostList posts={posts} complete />, { wrapper: withViewer(createQueryClient(), null) });
    const eager = screen
      .queryAllByRole('article')
      .flatMap((card, index) => (card.querySelector('img[fetchpriority="high"]') ? [index + 1] : []));
    return { eager, waits: firstPicture !== undefined };
  };

  it.each([
    ['the first post', [picture(1), picture(2)], 1],
    ['the second post after a text', [text(1), picture(2), picture(3)], 2],
    ['the third post after texts', [text(1), text(2), picture(3)], 3],
    ['a post after one that covers its picture', [picture(1, { sensitive: true }), picture(2)], 2],
    ['a post after one with a warning', [picture(1, { contentWarning: 'Spiders' }), picture(2)], 2],
  ])('has priority in %s, and the page waits for it', (_where, posts, expected) => {
    expect(show(posts)).toEqual({ eager: [expected], waits: true });
  });

  it.each([
    ['only texts', [text(1), text(2)]],
    ['a picture below the screen', [text(1), text(2), text(3), picture(4)]],
  ])('is not awaited with %s', (_what, posts) => {
    expect(show(posts)).toEqual({ eager: [], waits: false });
  });
});
