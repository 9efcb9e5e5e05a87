import { Toaster } from 'react-hot-toast';
import { TOAST_DURATIONS, TOAST_REMOVE_DELAY } from '../../lib/toast';

/** Toasts top right (A §2.6). At most 20 show at once, which is the library's own limit. */
export const AppToaster = () => (
  <Toaster
    position="top-right"
    gutter={8}
    containerStyle={{ inset: 12 }}
    toastOptions={{
      className: 'app-toast',
      duration: TOAST_DURATIONS.blank,
      removeDelay: TOAST_REMOVE_DELAY,
      success: { duration: TOAST_DURATIONS.success },
      error: { duration: TOAST_DURATIONS.error },
      loading: { duration: TOAST_DURATIONS.loading },
      style: {
        background: 'var(--raised)',
        color: 'var(--text)',
        border: '1px solid var(--line)',
        borderRadius: '0.75rem',
        boxShadow: 'var(--shadow-float)',
        fontSize: '0.9375rem',
        maxWidth: 'min(26rem, calc(100vw - 1.5rem))',
        padding: '0.5rem 0.75rem',
      },
    }}
  />
);
