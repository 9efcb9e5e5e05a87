import type { Media } from '@social-feed/contracts';
import { act, render, renderHook, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { MemoryRouter } from 'react-router-dom';
import { setPreference } from '../../../../lib/preferences';
import { installFakeSight, setInSight } from '../../../../testing/sight';
import { CarouselArrow, MediaCarousel, useHeldSlides } from './media-carousel';

afterEach(() => setPreference('dataSaver', 'system'));

/** Draws a carousel of two pictures. */
const draw = () => {
  const items = ['a', 'b'].map((name): Media => ({
    ...{ url: `/demo-media/pictures/${name}.webp`, kind: 'image', alt: name },
    ...{ placeholder: '', width: 4, height: 3 },
  }));
  render(
    <MemoryRouter>
      <MediaCarousel items={items} eager={false} index={0} onIndex={() => undefined} hrefOf={() => '/'} />
    </MemoryRouter>,
  );
};

/** Returns which of five slides hold their item after each of these positions. */
const heldAt = (...places: number[]) => {
  const { result, rerender } = renderHook(useHeldSlides, { initialProps: places[0]! });
  return places.map((place) => {
    rerender(place);
    return [0, 1, 2, 3, 4].filter(result.current);
  });
};

it('renders the current slide and its neighbours', () => {
  expect(heldAt(0, 1, 3)).toEqual([
    [0, 1],
    [0, 1, 2],
    [2, 3, 4],
  ]);
});

it('leaves the page to a finger that moves down, and to two that enlarge it', () => {
  const seen = Object.assign(new EventTarget(), { scale: 1 });
  vi.stubGlobal('visualViewport', seen);
  draw();
  const track = screen.getByRole('group', { name: /^1 of 2/ }).parentElement!;
  expect(track.style.touchAction).toBe('pan-y pinch-zoom');
  // and then to one finger in each direction
  act(() => {
    seen.scale = 2;
    seen.dispatchEvent(new Event('resize'));
  });
  expect(track.style.touchAction).toBe('');
  vi.unstubAllGlobals();
});

it('renders only visited slides with data saver on [B7-5]', () => {
  setPreference('dataSaver', 'on');
  expect(heldAt(0, 1, 2, 1)).toEqual([[0], [0, 1], [1, 2], [0, 1, 2]]);
});

it('keeps the focus on the arrow at the last slide, and ignores further presses', async () => {
  const pressed = vi.fn();
  const arrow = (disabled: boolean) => <CarouselArrow side="end" disabled={disabled} onPress={pressed} />;
  const { rerender } = render(arrow(false));
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{Enter}');
  rerender(arrow(true));
  const next = screen.getByRole('button', { name: 'Next' });
  expect(next).toHaveAttribute('aria-disabled', 'true');
  // browsers blur disabled elements
  expect(next).toBeEnabled();
  expect(next).toHaveFocus();
  await user.keyboard('{Enter}');
  expect(pressed).toHaveBeenCalledOnce();
});

it('starts once it rests in sight, not while it is scrolled past', () => {
  vi.useFakeTimers();
  installFakeSight();
  draw();
  const slides = () => document.querySelectorAll('[aria-roledescription=slide]').length;
  const wait = (time: number) =>
    act(() => {
      vi.advanceTimersByTime(time);
    });
  setInSight((element) => element.role === 'group', 1);
  for (let scrolled = 0; scrolled < 5; scrolled += 1) {
    wait(400);
    window.dispatchEvent(new Event('scroll'));
  }
  expect(slides()).toBe(1);
  wait(600);
  expect(slides()).toBe(2);
  vi.useRealTimers();
});
