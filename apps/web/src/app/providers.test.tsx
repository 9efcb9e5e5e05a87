import { act, render, screen } from '@testing-library/react';
import { useEffect } from 'react';
import { MemoryRouter, Route, Routes, useNavigate, type NavigateFunction } from 'react-router-dom';
import { expect, it, vi } from 'vitest';
import { Providers } from './providers';

let navigate: NavigateFunction;
const Home = () => {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return 'The feed';
};
const Broken = () => {
  throw new Error('No such thing');
};

it('renders the previous page after Back from a page outside the shell that failed', async () => {
  // React logs errors that boundaries catch
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(
    <MemoryRouter initialEntries={['/']}>
      <Providers>
        <Routes>
          <Route path="/" element={<Home />} />
          <Route path="/broken" element={<Broken />} />
        </Routes>
      </Providers>
    </MemoryRouter>,
  );
  await act(() => navigate('/broken'));
  expect(screen.getByText('No such thing')).toBeVisible();
  await act(() => navigate(-1));
  expect(screen.getByText('The feed')).toBeVisible();
});
