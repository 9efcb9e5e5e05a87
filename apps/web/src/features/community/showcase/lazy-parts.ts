import { lazyPart } from '../../../lib/lazy';

/** The still picture of the right half. The layout shows these parts once they are loaded. */
export const Scene = lazyPart(() => import('./components/scene'), 'Scene');
/** Public posts at the sign-in form: a rotating showcase, or a window of narrow pages. */
export const Pictures = lazyPart(() => import('./components/pictures'), 'Pictures');
export const SiteFooter = lazyPart(() => import('./components/site-footer'), 'SiteFooter');
