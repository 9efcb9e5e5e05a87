import { renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { afterEach, expect, it, vi } from 'vitest';
import { makePost } from '../../../../testing/make-post';
import { forgetPlaces, placeAt, setPlace, useListPlace } from './list-place';

const ENTRY = 'default';
const posts = ['a', 'b', 'c', 'd', 'e'].map((_id) => makePost({ _id }));
const scrollToIndex = vi.fn<(index: number, options: object) => void>();

/** Shows a list at the history entry whose position is stored. */
const show = (left: readonly string[]) =>
  renderHook(
    () =>
      useListPlace(
        { current: { sizes: () => [400, 300, 200, 100], scrollToIndex } },
        { current: document.body },
        posts.filter(({ _id }) => left.includes(_id)),
        undefined,
      ),
    { wrapper: MemoryRouter },
  );

/** Stores the position of a reader at this post. */
const leaveAt = (postId: string, above: number) => {
  const view = show(['a', 'b', 'c', 'd']);
  const card = document.body
    .appendChild(document.createElement('div'))
    .appendChild(document.createElement('article'));
  card.dataset['postId'] = postId;
  card.getBoundingClientRect = () => new DOMRect(0, above, 300, 500);
  card.parentElement!.getBoundingClientRect = () => new DOMRect(0, above, 300, 500);
  document.dispatchEvent(new MouseEvent('click'));
  view.unmount();
  card.parentElement!.remove();
};

afterEach(() => {
  forgetPlaces();
  scrollToIndex.mockReset();
});

it.each([
  ['the first post in sight', ['a', 'b', 'c', 'd'], 1, -120],
  ['the next post if that is gone', ['a', 'c', 'd'], 1, 180],
  ['the one after it if both are gone', ['a', 'd'], 1, 380],
])('a position is restored by %s', (_what, left, index, above) => {
  leaveAt('b', -120);
  const { result } = show(left);
  expect(result.current).toMatchObject({ start: index, returned: true });
  expect(scrollToIndex).toHaveBeenLastCalledWith(index, { align: 'start', offset: -above });
});

it('a post that replaces taller ones is in the upper half of the screen', () => {
  leaveAt('a', window.innerHeight - 300);
  show(['b', 'c', 'd']);
  expect(scrollToIndex).toHaveBeenLastCalledWith(0, { align: 'start', offset: -window.innerHeight / 2 });
});

it.each([
  ['while the list grew', ['a', 'b', 'c', 'd', 'e'], true],
  ['but not if posts are gone', ['a', 'b', 'c'], false],
  ['but not if posts are gone and others came', ['a', 'b', 'c', 'e'], false],
])('measured heights are kept, %s', (_what, left, isKept) => {
  leaveAt('b', 0);
  expect(show(left).result.current.sizes).toEqual(isKept ? [400, 300, 200, 100] : undefined);
});

it('a position that an earlier version stored has no next posts', () => {
  setPlace(ENTRY, { offset: 900, anchor: { postId: 'gone', above: 0 }, width: 1, sizes: [] });
  expect(show(['a', 'b']).result.current.start).toBe(-1);
  expect(placeAt(ENTRY)?.offset).toBe(900);
});
