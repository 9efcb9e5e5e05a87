import { renderHook } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { setPreference } from '../../../lib/preferences';
import { useHeldSlides } from './media-carousel';

afterEach(() => setPreference('dataSaver', 'system'));

/** Which of five slides hold their item as one goes through these. */
const heldAt = (...places: number[]) => {
  const { result, rerender } = renderHook(useHeldSlides, { initialProps: places[0]! });
  return places.map((place) => {
    rerender(place);
    return [0, 1, 2, 3, 4].filter(result.current);
  });
};

it('holds a slide and its neighbours', () => {
  expect(heldAt(0, 1, 3)).toEqual([
    [0, 1],
    [0, 1, 2],
    [2, 3, 4],
  ]);
});

it('holds for those who save data no slide that they have not come to', () => {
  setPreference('dataSaver', 'on');
  expect(heldAt(0, 1, 2, 1)).toEqual([[0], [0, 1], [1, 2], [0, 1, 2]]);
});
