import { act, screen } from '@testing-library/react';
import { expect, vi } from 'vitest';

/** Lets the fake clock run, with what React draws in that time. */
export const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

/** Lets the fake clock run until a text shows, at most for a minute. */
export const until = async (text: string | RegExp) => {
  for (let second = 0; second < 60 && !screen.queryByText(text); second += 1) await pass(1000);
  expect(screen.getByText(text)).toBeInTheDocument();
};
