import type { JSX } from 'react';
import type { toast as libraryToast, ToastOptions } from 'react-hot-toast/headless';
import { create } from 'zustand';

/** True from the first toast on; only then is the toaster loaded. */
export const useToasterWanted = create(() => false);

/** Loads the library with the first toast, since no first page needs it. */
const withLibrary = (raise: (hotToast: typeof libraryToast) => unknown): void => {
  useToasterWanted.setState(true);
  void import('react-hot-toast/headless').then(({ toast: hotToast }) => raise(hotToast));
};

/** The only way to show a toast; an `id` replaces the toast with the same id. */
export const toast = {
  success: (message: string, options?: ToastOptions) =>
    withLibrary((hotToast) => hotToast.success(message, options)),
  error: (message: string, options?: ToastOptions) =>
    withLibrary((hotToast) => hotToast.error(message, options)),
  message: (message: string | JSX.Element, options?: ToastOptions) =>
    withLibrary((hotToast) => hotToast(message, options)),
  loading: (message: string, options?: ToastOptions) =>
    withLibrary((hotToast) => hotToast.loading(message, options)),
  custom: (message: JSX.Element, options?: ToastOptions) =>
    withLibrary((hotToast) => hotToast.custom(message, options)),
  dismiss: (id?: string) => withLibrary((hotToast) => hotToast.dismiss(id)),
};
