import { Suspense } from 'react';
import { useDialogStore } from '../../lib/dialogs';
import { lazyPart } from '../../lib/lazy-part';

const OpenDialogBox = lazyPart(() => import('./dialogs'), 'OpenDialogBox');

/** Where alerts, confirmations and the login-required dialog appear; mounted once, by the shell. */
export const DialogHost = () => {
  const dialog = useDialogStore((state) => state.current);
  if (!dialog) return null;
  return (
    <Suspense fallback={null}>
      <OpenDialogBox key={dialog.key} dialog={dialog} />
    </Suspense>
  );
};
