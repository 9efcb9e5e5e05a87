import { render, screen } from '@testing-library/react';
import { Suspense, type ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { browser } from '../../lib/browser';
import { lazyRoute } from '../../lib/lazy';
import { RouteErrorBoundary } from './route-error-boundary';

const Broken = ({ error }: { error: unknown }) => {
  throw error;
};

const showError = (error: unknown) =>
  render(
    <RouteErrorBoundary>
      <Broken error={error} />
    </RouteErrorBoundary>,
  );

const title = () => screen.queryByRole('heading', { name: 'Unexpected Application Error!' });

// React logs errors that boundaries catch
beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

describe('RouteErrorBoundary (F §8)', () => {
  it.each([
    [new Error('No such thing'), 'No such thing'],
    [
      new ApiError({ status: 503, code: 'X', message: 'Service temporarily unavailable' }),
      '503 · Service temporarily unavailable',
    ],
    ['a text', 'An unexpected error occurred.'],
  ])('shows %s [F8-27]', (error, text) => {
    showError(error);
    expect(title()).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });

  it('renders the next page after a navigation', () => {
    const page = (key: string, content: ReactNode) => (
      <RouteErrorBoundary resetKey={key}>{content}</RouteErrorBoundary>
    );
    const { rerender } = render(page('first', <Broken error={new Error('No such thing')} />));
    expect(title()).toBeVisible();
    rerender(page('second', 'The next page'));
    expect(title()).toBeNull();
    expect(screen.getByText('The next page')).toBeVisible();
  });

  it('renders no main element inside a frame', () => {
    render(
      <RouteErrorBoundary framed>
        <Broken error={new Error('No such thing')} />
      </RouteErrorBoundary>,
    );
    expect(title()).toBeVisible();
    expect(screen.queryByRole('main')).toBeNull();
  });

  it('reloads the page on request', () => {
    const reload = vi.spyOn(browser, 'reload').mockImplementation(() => undefined);
    showError(new Error('No such thing'));
    expect(reload).not.toHaveBeenCalled();
    screen.getByRole('button', { name: 'Reload page' }).click();
    expect(reload).toHaveBeenCalledOnce();
  });
});

describe('a chunk that a deployment removed', () => {
  const gone = (name: string) =>
    new TypeError(`Failed to fetch dynamically imported module: https://feed.example/assets/${name}.js`);
  const reload = () => vi.spyOn(browser, 'reload').mockImplementation(() => undefined);

  it('reloads the page once, without showing an error first', async () => {
    const reloaded = reload();
    const Page = lazyRoute(() => Promise.reject<{ Page: () => null }>(gone('about-1')), 'Page');
    const { container } = render(
      <MemoryRouter>
        <RouteErrorBoundary>
          <Suspense fallback="loading">
            <Page />
          </Suspense>
        </RouteErrorBoundary>
      </MemoryRouter>,
    );
    await vi.waitFor(() => expect(reloaded).toHaveBeenCalledOnce());
    expect(container).toBeEmptyDOMElement();
  });

  it.each([
    ['Chromium', gone('more-1')],
    ['Firefox', new TypeError('error loading dynamically imported module: https://feed.example/assets/m.js')],
    ['Safari', new TypeError('Importing a module script failed.')],
  ])('never reloads twice for the same chunk in %s', (_browser, error) => {
    const reloaded = reload();
    showError(error).unmount();
    showError(gone('another')).unmount();
    expect(reloaded).toHaveBeenCalledTimes(2);
    showError(error);
    expect(reloaded).toHaveBeenCalledTimes(2);
    expect(title()).toBeVisible();
    expect(screen.getByText('A part of this page could not be loaded.')).toBeVisible();
  });

  it('says that the network is down while offline, where a reload would lose the page', () => {
    const reloaded = reload();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    showError(gone('about-1'));
    expect(reloaded).not.toHaveBeenCalled();
    expect(screen.getByText('Network error. Please check your connection')).toBeVisible();
  });

  it('shows the error if the browser cannot store that it reloaded', () => {
    const reloaded = reload();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    showError(gone('about-1'));
    expect(reloaded).not.toHaveBeenCalled();
    expect(title()).toBeVisible();
  });
});
