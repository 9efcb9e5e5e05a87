import { lazy, Suspense } from 'react';
import { useToasterWanted } from '../../lib/toast';

const AppToaster = lazy(async () => ({ default: (await import('./toaster')).AppToaster }));

/** Where toasts appear, once there is one. */
export const ToasterHost = () =>
  useToasterWanted() ? (
    <Suspense fallback={null}>
      <AppToaster />
    </Suspense>
  ) : null;
