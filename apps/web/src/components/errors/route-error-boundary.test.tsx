import { render, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../lib/api-error';
import { RouteErrorBoundary } from './route-error-boundary';

const Broken = ({ error }: { error: unknown }) => {
  throw error;
};

describe('RouteErrorBoundary (F §8)', () => {
  it.each([
    [new Error('No such thing'), 'No such thing'],
    [
      new ApiError({ status: 503, code: 'X', message: 'Service temporarily unavailable' }),
      '503: Service temporarily unavailable',
    ],
    ['a text', 'An unexpected error occurred.'],
  ])('names %s', (error, text) => {
    // React reports what boundaries catch on the console as well
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    render(
      <RouteErrorBoundary>
        <Broken error={error} />
      </RouteErrorBoundary>,
    );
    expect(screen.getByRole('heading', { name: 'Unexpected Application Error!' })).toBeVisible();
    expect(screen.getByText(text)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Go to Home' })).toHaveAttribute('href', '/');
  });
});
