import { act, render, screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { setWindowWidth } from '../testing/media';
import { TABLET, useMediaQuery } from './use-media-query';

const Part = () => <p>{useMediaQuery(TABLET) ? 'wide' : 'narrow'}</p>;
const Parts = ({ count }: { count: number }) =>
  Array.from({ length: count }, (_, index) => <Part key={index} />);

it('a query is asked of the browser once for all parts of a page, however often they render', () => {
  setWindowWidth(400);
  const { rerender, unmount } = render(<Parts count={1} />);
  const asked = vi.mocked(window.matchMedia).mock.calls.length;
  rerender(<Parts count={20} />);
  rerender(<Parts count={20} />);
  expect(vi.mocked(window.matchMedia).mock.calls).toHaveLength(asked);
  expect(screen.getAllByText('narrow')).toHaveLength(20);

  act(() => setWindowWidth(900));
  expect(screen.getAllByText('wide')).toHaveLength(20);

  // asked anew once nobody has listened
  unmount();
  setWindowWidth(400);
  render(<Parts count={1} />);
  expect(screen.getByText('narrow')).toBeInTheDocument();
});
