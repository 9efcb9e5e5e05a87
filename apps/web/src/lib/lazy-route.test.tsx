import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { describe, expect, it, vi } from 'vitest';
import { lazyRoute } from './lazy';

const Page = () => <p>The page</p>;
const loader = () => vi.fn(() => Promise.resolve({ Page }));

describe('lazyRoute', () => {
  it('shows the fallback until it is loaded', async () => {
    const Route = lazyRoute(loader(), 'Page');
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Route />
      </Suspense>,
    );
    expect(screen.getByText('Waiting')).toBeInTheDocument();
    expect(await screen.findByText('The page')).toBeInTheDocument();
  });

  it('shows a preloaded route at once, without a second fetch', async () => {
    const load = loader();
    const Route = lazyRoute(load, 'Page');
    Route.preload();
    await Promise.resolve();
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Route />
      </Suspense>,
    );
    expect(screen.queryByText('Waiting')).not.toBeInTheDocument();
    expect(screen.getByText('The page')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(1);
  });

  it('fetches again if the preload failed', async () => {
    const load = loader().mockRejectedValueOnce(new Error('offline'));
    const Route = lazyRoute(load, 'Page');
    Route.preload();
    await Promise.resolve();
    render(
      <Suspense fallback={<p>Waiting</p>}>
        <Route />
      </Suspense>,
    );
    expect(await screen.findByText('The page')).toBeInTheDocument();
    expect(load).toHaveBeenCalledTimes(2);
  });
});
