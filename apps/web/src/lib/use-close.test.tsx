import { act, renderHook, waitFor } from '@testing-library/react';
import { BrowserRouter, useLocation, useNavigate } from 'react-router-dom';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { useClose } from './use-close';

/** Renders a page of the app that was opened from outside, at this address. */
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
  it('goes back to the page of the app that linked to it', async () => {
    const page = openAt('/home');
    act(() => void page().navigate('/p/1'));
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/home'));
  });

  it('goes to / if it was opened directly', async () => {
    const page = openAt('/p/1');
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/'));
  });

  it('goes to / after a sign-in that replaced a direct link', async () => {
    const page = openAt('/p/1');
    act(() => void page().navigate('/i/account/login', { replace: true }));
    act(() => void page().navigate('/p/1', { replace: true }));
    act(() => page().close());
    await waitFor(() => expect(page().at).toBe('/'));
  });

  it('goes back if another site linked to it', async () => {
    vi.spyOn(document, 'referrer', 'get').mockReturnValue('https://elsewhere.example/');
    const back = vi.spyOn(window.history, 'go').mockReturnValue();
    const page = openAt('/p/1');
    act(() => page().close());
    await waitFor(() => expect(back).toHaveBeenCalledWith(-1));
  });
});
