import { Suspense } from 'react';
import { lazyPart } from '../../lib/lazy-part';
import { useToasterWanted } from '../../lib/toast';

const AppToaster = lazyPart(() => import('./toaster'), 'AppToaster');

/** Where toasts appear, once there is one. */
export const ToasterHost = () =>
  useToasterWanted() ? (
    <Suspense fallback={null}>
      <AppToaster />
    </Suspense>
  ) : null;
