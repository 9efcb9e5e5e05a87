import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Endless, useNextPage } from './endless';

let margin: string | undefined;
let report: (near: boolean) => void = () => undefined;

class Observer {
  constructor(callback: (entries: { isIntersecting: boolean }[]) => void, options?: { rootMargin?: string }) {
    margin = options?.rootMargin;
    report = (isIntersecting) => act(() => callback([{ isIntersecting }]));
  }
  observe = () => undefined;
  disconnect = () => undefined;
}

const reached = vi.fn(() => Promise.resolve());
const queryOf = (busy: boolean, loads: number) => ({
  data: { pages: Array.from({ length: loads }) },
  error: null,
  isError: false,
  isPending: false,
  isFetching: busy,
  hasNextPage: true,
  isFetchingNextPage: busy,
  isFetchNextPageError: false,
  fetchNextPage: reached,
  refetch: reached,
});
const List = ({ busy = false, loads = 1 }) => {
  const query = queryOf(busy, loads);
  const { end } = useNextPage(query, { margin: 1000, cooldown: 200 });
  return <div ref={end} />;
};
const pass = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('IntersectionObserver', Observer);
  reached.mockClear();
});
afterEach(() => void vi.useRealTimers());

describe('the end of a list', () => {
  it('is reached within its margin of the screen [F9-9]', () => {
    render(<List />);
    expect(margin).toBe('1000px 0px');
    pass(1000);
    expect(reached).not.toHaveBeenCalled();
    report(true);
    pass(0);
    expect(reached).toHaveBeenCalledOnce();
  });

  it('is reached again after at least 200 ms, while it stays near [F9-10]', () => {
    const { rerender } = render(<List />);
    report(true);
    pass(0);
    rerender(<List busy />);
    pass(50);
    rerender(<List loads={2} />);
    pass(149);
    expect(reached).toHaveBeenCalledOnce();
    pass(1);
    expect(reached).toHaveBeenCalledTimes(2);
  });

  it('is not reached while a page is loading, nor after it left the screen', () => {
    const { rerender } = render(<List busy />);
    report(true);
    pass(1000);
    expect(reached).not.toHaveBeenCalled();
    report(false);
    rerender(<List />);
    pass(1000);
    expect(reached).not.toHaveBeenCalled();
  });
});

it('shows a spinner without a box, which would count as shifted where posts end sooner than thought', () => {
  const words = { loading: 'Loading more posts', failed: '', end: '' };
  render(
    <Endless query={queryOf(true, 1)} isEmpty={false} loading={null} empty={<p />} margin={0} words={words}>
      <p>A post</p>
    </Endless>,
  );
  const spinner = screen.getByRole('status');
  expect(spinner).toHaveClass('visible');
  expect(spinner.parentElement).toHaveClass('invisible');
});
