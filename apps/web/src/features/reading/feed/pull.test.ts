import { expect, it } from 'vitest';
import { mayPull, pullState } from './pull-gesture';

it('starts beyond 10 px downwards, within 5 px of the top [F4-5]', () => {
  expect(mayPull(10, 0)).toBe(false);
  expect(mayPull(11, 5)).toBe(true);
  expect(mayPull(11, 6)).toBe(false);
  expect(mayPull(-50, 0)).toBe(false);
});

it('is ready once the pull divided by 2.5 reaches 80 [F4-6 F9-27]', () => {
  expect(pullState(199)).toMatchObject({ ready: false });
  expect(pullState(200)).toEqual({ offset: 80, ready: true });
  expect(pullState(-20)).toEqual({ offset: 0, ready: false });
});
