import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy';

const Pictures = lazyPart(() => import('./components/shown-pictures'), 'ShownPictures');

/** Three pictures in a row, with their place from the start. */
export const ShownPictures = () => (
  <span className="mt-4 flex h-24 gap-1.5">
    <Suspense>
      <Pictures />
    </Suspense>
  </span>
);
