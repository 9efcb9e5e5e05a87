import { render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { setPreference } from '../../../lib/preferences';
import { CarouselArrow, useHeldSlides } from './media-carousel';

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

it('holds for those who save data no slide that they have not come to [B7-5]', () => {
  setPreference('dataSaver', 'on');
  expect(heldAt(0, 1, 2, 1)).toEqual([[0], [0, 1], [1, 2], [0, 1, 2]]);
});

it('the arrow that has led to the end keeps the focus, and leads no further', async () => {
  const pressed = vi.fn();
  const arrow = (disabled: boolean) => <CarouselArrow side="end" disabled={disabled} onPress={pressed} />;
  const { rerender } = render(arrow(false));
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  rerender(arrow(true));
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next).toHaveAttribute('aria-disabled', 'true');
  // a browser takes the focus from what is disabled
  expect(next).toBeEnabled();
  expect(next).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledOnce();
});
