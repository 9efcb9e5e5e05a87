import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { installFakeLayout, layOut } from '../testing/layout';
import { lastPosition, onScroll } from './on-scroll';

let y = 0;
const position = vi.fn(() => y);
let stops: (() => void)[] = [];
const heard: number[] = [];

const scrollTo = (to: number) => {
  y = to;
  window.dispatchEvent(new Event('scroll'));
};

beforeEach(() => {
  vi.useFakeTimers();
  Object.defineProperty(window, 'scrollY', { get: position, configurable: true });
  installFakeLayout();
  position.mockClear();
  heard.length = 0;
  stops = [1, 2, 3].map(() => onScroll((at) => void heard.push(at)));
});
afterEach(() => {
  vi.runAllTimers();
  for (const stop of stops) stop();
  Object.defineProperty(window, 'scrollY', { value: 0, writable: true, configurable: true });
  vi.useRealTimers();
});

it('the position is read once for all, in the frame, after its layout', () => {
  scrollTo(10);
  scrollTo(20);
  expect(position).not.toHaveBeenCalled();
  layOut();
  vi.advanceTimersByTime(16);
  expect(heard).toEqual([20, 20, 20]);
  expect(position).toHaveBeenCalledTimes(1);
});

it('a frame that takes longer is not waited for', () => {
  scrollTo(30);
  vi.advanceTimersByTime(16);
  expect(heard).toEqual([30, 30, 30]);
});

it('a scroll after the frame is not answered with the position before it', () => {
  scrollTo(40);
  layOut();
  vi.advanceTimersByTime(10);
  scrollTo(50);
  vi.advanceTimersByTime(6);
  expect(heard).toEqual([50, 50, 50]);
});

it('the last position is known once its frame is laid out', () => {
  scrollTo(60);
  layOut();
  expect(lastPosition()).toBe(60);
  // a page that becomes shorter moves the screen before it tells so
  y = 45;
  expect(lastPosition()).toBe(60);
  scrollTo(45);
  layOut();
  expect(lastPosition()).toBe(45);
});
