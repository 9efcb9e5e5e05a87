import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useClose } from './use-close';

/** Stands on a page of the app that was opened from outside, at this address. */
const openAt = (address: string) => {
  window.history.pushState(null, '', '/outside');
  window.history.pushState(null, '', address);
  const { result } = renderHook(
    () => ({ close: useClose(), navigate: useNavigate(), at: useLocation().pathname }),
    { wrapper: BrowserRouter },
  );
  return () => result.current;
};

afterEach(() => vi.restoreAllMocks());

describe('closing a post', () => {
  it('goes back to the page of the app that led to it', async () => {
    const page = openAt('/home');
    act(() => void page().navigate('/p/1'));
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/home'));
  });

  it('leads to / where nothing led to it', async () => {
    const page = openAt('/p/1');
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/'));
  });

  it('leads to / after the sign-in that a link from outside began with', async () => {
    const page = openAt('/p/1');
    act(() => void page().navigate('/i/account/login', { replace: true }));
    act(() => void page().navigate('/p/1', { replace: true }));
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/'));
  });

  it('goes back where another site led to it', async () => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://elsewhere.example/');
    const back = vi.spyOn(window.history, 'go').mockReturnValue();
    const page = openAt('/p/1');
    act(() => page().close());
    await waitFor(() => expect(back).toHaveBeenCalledWith(-1));
  });
});
