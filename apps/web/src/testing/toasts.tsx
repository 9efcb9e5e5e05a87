import { act, render } from '@testing-library/react';
import { toast } from 'react-hot-toast/headless';
import { afterEach, beforeEach, vi } from 'vitest';
import { ToastRegions } from '../components/ui/toast-regions';
import { AppToaster } from '../components/ui/toaster';
import { pass } from './fake-clock';

export const renderToasts = () =>
  render(
    <>
      <ToastRegions label="Messages" />
      <AppToaster />
    </>,
  );

/** Shows toasts in each test of a file, on a fake clock. Lazy code is not fetched on it. */
export const withToasts = (): void => {
  beforeEach(() => {
    vi.useFakeTimers();
    renderToasts();
  });
  afterEach(async () => {
    act(() => toast.remove());
    await pass(1);
    vi.useRealTimers();
    vi.restoreAllMocks();
  });
};
