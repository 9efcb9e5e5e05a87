import { Suspense } from 'react';
import { lazyPart } from '../../../lib/lazy';

/** The still picture of the right half. The layout shows these parts once they are loaded. */
export const Scene = lazyPart(() => import('./components/scene'), 'Scene');
/** The rotating showcase of the sign-in page. */
export const Showcase = lazyPart(() => import('./components/showcase'), 'Showcase');
export const SiteFooter = lazyPart(() => import('./components/site-footer'), 'SiteFooter');
const Pictures = lazyPart(() => import('./components/shown-pictures'), 'ShownPictures');
/** Three pictures in a row, with their place from the start. */
export const ShownPictures = () => (
  <span className="mt-4 grid h-24 auto-cols-fr grid-flow-col gap-1.5">
    <Suspense>
      <Pictures />
    </Suspense>
  </span>
);
/** Public posts above the sign-in form. */
export const PostWindow = lazyPart(() => import('./components/post-window'), 'PostWindow');
