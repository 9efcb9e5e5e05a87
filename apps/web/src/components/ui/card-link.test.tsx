import { fireEvent, render, screen } from '@testing-library/react';
import { BrowserRouter, Route, Routes, useLocation } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { CardLink } from './card-link';

const Address = () => {
  const { pathname, search } = useLocation();
  return <p>{`${pathname}${search}`}</p>;
};
const draw = (onClick?: () => void) => {
  render(
    <BrowserRouter>
      <Routes>
        <Route path="*" element={<Address />} />
      </Routes>
      <CardLink to="/p/1?a=b" {...(onClick && { onClick })}>
        Post
      </CardLink>
    </BrowserRouter>,
  );
  return screen.getByRole('link', { name: 'Post' });
};

afterEach(() => window.history.replaceState(null, '', '/'));

it('opens its address in the app, and adds an open one to the history no second time', () => {
  const link = draw();
  expect(link).toHaveAttribute('href', '/p/1?a=b');
  const before = window.history.length;
  expect(fireEvent.click(link)).toBe(false);
  expect(screen.getByText('/p/1?a=b')).toBeInTheDocument();
  fireEvent.click(link);
  expect(window.history.length - before).toBe(1);
});

it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'leaves a click with %o to the browser',
  (how) => {
    const link = draw();
    let taken: boolean | undefined;
    const follow = (event: Event) => {
      taken = event.defaultPrevented;
      // the test's page stays
      event.preventDefault();
    };
    window.addEventListener('click', follow, { once: true });
    fireEvent.click(link, how);
    expect(taken).toBe(false);
    expect(screen.getByText('/')).toBeInTheDocument();
  },
);

it('stays where it is if the click is taken', () => {
  const link = draw();
  link.addEventListener('click', (event) => event.preventDefault());
  fireEvent.click(link);
  expect(screen.getByText('/')).toBeInTheDocument();
});
