import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { RouteErrorBoundary } from '../components/errors/route-error-boundary';
import { lazyPart, MISSING_PART } from './lazy';
import { MINUTE } from './time';
import { pass } from '../testing/fake-clock';

const missing = new TypeError(
  'Failed to fetch dynamically imported module: https://feed.example/assets/p.js',
);
const module = { Part: () => <p>The part</p> };
const told = vi.fn();

/** Renders a page with the part, and waits for the first load. */
const show = async (load: () => Promise<typeof module>, preloads = false) => {
  const Part = lazyPart(load, 'Part');
  if (preloads) Part.preload();
  await Promise.resolve();
  render(
    <RouteErrorBoundary>
      <p>The page</p>
      <Suspense fallback={<p>Room for it</p>}>
        <Part />
      </Suspense>
    </RouteErrorBoundary>,
  );
  await pass(0);
};

beforeEach(() => {
  told.mockClear();
  vi.useFakeTimers();
  window.addEventListener(MISSING_PART, told);
});
afterEach(() => {
  window.removeEventListener(MISSING_PART, told);
  vi.useRealTimers();
});

describe('a part of a page', () => {
  it('shows once loaded', async () => {
    await show(() => Promise.resolve(module));
    expect(screen.getByText('The part')).toBeVisible();
  });

  it('shows at once if preloaded, without a second fetch', async () => {
    const load = vi.fn(() => Promise.resolve(module));
    await show(load, true);
    expect(screen.getByText('The part')).toBeVisible();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('keeps the page and the fallback if it fails to load, and retries', async () => {
    const load = vi.fn(() => Promise.reject<typeof module>(missing));
    await show(load);
    expect(screen.getByText('The page')).toBeVisible();
    expect(screen.getByText('Room for it')).toBeVisible();
    await pass(999);
    expect(load).toHaveBeenCalledTimes(1);
    load.mockResolvedValue(module);
    await pass(1);
    expect(screen.getByText('The part')).toBeVisible();
    expect(told).not.toHaveBeenCalled();
  });

  it('retries at once when the network is back', async () => {
    const load = vi.fn(() => Promise.reject<typeof module>(missing));
    await show(load);
    await pass(1000);
    load.mockResolvedValue(module);
    window.dispatchEvent(new Event('online'));
    await pass(0);
    expect(screen.getByText('The part')).toBeVisible();
  });

  it('retries less and less often, and is reported missing from the third failure on', async () => {
    const load = vi.fn(() => Promise.reject<typeof module>(missing));
    await show(load);
    await pass(1000);
    expect([load.mock.calls.length, told.mock.calls.length]).toEqual([2, 0]);
    await pass(2000);
    expect([load.mock.calls.length, told.mock.calls.length]).toEqual([3, 1]);
    await pass(10 * MINUTE);
    expect(load.mock.calls.length).toBeLessThan(20);
    expect(screen.getByText('The page')).toBeVisible();
  });

  it('does not hide other errors', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await show(() => Promise.reject<typeof module>(new Error('No such thing')));
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText('No such thing')).toBeVisible();
  });
});
