import { loadActions } from '../../features/interactions/load-actions';

let warmed = false;

/**
 * Fetches, once the posts are there and the browser has nothing better to do, what pressing something will need: the calls
 * with their schemas, the options, dialogs and toasts. What fails to come is fetched again when it is needed.
 */
export const warmUp = (): void => {
  if (warmed || typeof window.requestIdleCallback !== 'function') return;
  warmed = true;
  window.requestIdleCallback(() => {
    void Promise.allSettled([
      loadActions(),
      import('../../features/interactions/api/calls'),
      import('./open-post-options'),
      import('./dialogs'),
      import('../../components/ui/toaster'),
    ]);
  });
};
