import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { PartBoundary } from './part-boundary';

afterEach(() => vi.restoreAllMocks());

it('contains the error and renders the part again on request', async () => {
  // React logs errors that a boundary catches
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  let broken = true;
  const Part = () => {
    if (broken) throw new Error('Failed to execute removeChild');
    return <p>Drawn</p>;
  };
  render(
    <>
      <p>Beside</p>
      <PartBoundary text="This post could not be shown.">
        <Part />
      </PartBoundary>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('This post could not be shown.');
  expect(screen.getByText('Beside')).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByRole('alert')).toBeInTheDocument();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('Drawn')).toBeInTheDocument();
});

it('leaves a part whose chunk did not load to the page boundary', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const Part = () => {
    throw new TypeError('Failed to fetch dynamically imported module: https://example.org/a.js');
  };
  expect(() =>
    render(
      <PartBoundary text="This post could not be shown.">
        <Part />
      </PartBoundary>,
    ),
  ).toThrow(/dynamically imported/);
});
