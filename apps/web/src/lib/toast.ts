import type { JSX } from 'react';
import { toast as hotToast, type ToastOptions } from 'react-hot-toast/headless';

/** How long each kind stays, in ms; loading stays until it is resolved or dismissed (design §4). */
export const TOAST_DURATIONS = { success: 3000, error: 5000, blank: 4000, loading: Infinity } as const;
/** Between dismissal and removal, in ms (F §4). */
export const TOAST_REMOVE_DELAY = 1000;

/** The one way to raise a toast. Each call answers the toast's id; passing an `id` replaces the toast that has it. */
export const toast = {
  success: (message: string, options?: ToastOptions) => hotToast.success(message, options),
  error: (message: string, options?: ToastOptions) => hotToast.error(message, options),
  message: (message: string | JSX.Element, options?: ToastOptions) => hotToast(message, options),
  loading: (message: string, options?: ToastOptions) => hotToast.loading(message, options),
  custom: hotToast.custom,
  dismiss: (id?: string) => hotToast.dismiss(id),
};
