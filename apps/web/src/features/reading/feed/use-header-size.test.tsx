import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useHeaderSize } from './home-header';

const scrollTo = (y: number) => {
  Object.assign(window, { scrollY: y });
  act(() => void window.dispatchEvent(new Event('scroll')));
};
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));
/** Scrolls slowly: waits a second before, and until the scroll is read after. */
const scrollSlowlyTo = (y: number) => {
  pass(1000);
  scrollTo(y);
  pass(16);
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.assign(window, { scrollY: 0 });
});
afterEach(() => {
  vi.useRealTimers();
  Object.assign(window, { scrollY: 0 });
});

const readHeader = () => {
  const line = { current: document.createElement('span') };
  const { result } = renderHook(() => useHeaderSize(line));
  return { size: () => result.current, progress: () => line.current.style.getPropertyValue('--progress') };
};

it('reads scroll events 16 ms after the first of them [F9-25]', () => {
  const { size, progress } = readHeader();
  pass(1000);
  scrollTo(60);
  pass(10);
  scrollTo(150);
  pass(5);
  expect([size(), progress()]).toEqual(['normal', '0']);
  pass(1);
  expect([size(), progress()]).toEqual(['compact', '0.5']);
});

it('is ultra-compact beyond 10 px per ms, until scrolling ends [F9-26]', () => {
  const { size } = readHeader();
  scrollSlowlyTo(60);
  scrollTo(230);
  pass(16);
  expect(size()).toBe('ultra-compact');
  pass(150);
  expect(size()).toBe('compact');
});

it('grows back to compact after scrolling up more than 100 px, until the next scroll down [F9-24]', () => {
  const { size } = readHeader();
  for (const [y, expected] of [
    [900, 'ultra-compact'],
    [850, 'ultra-compact'],
    [800, 'ultra-compact'],
    [799, 'compact'],
    [600, 'compact'],
    [601, 'ultra-compact'],
    [550, 'ultra-compact'],
    [500, 'compact'],
  ] as const) {
    scrollSlowlyTo(y);
    expect({ y, size: size() }).toEqual({ y, size: expected });
  }
});
