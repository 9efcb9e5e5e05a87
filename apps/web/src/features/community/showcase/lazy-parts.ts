import { lazyPart } from '../../../lib/lazy';

/** The still picture of the right half. The layout shows these parts once they are loaded. */
export const Scene = lazyPart(() => import('./components/scene'), 'Scene');
/** The rotating showcase of the sign-in page. */
export const Showcase = lazyPart(() => import('./components/showcase'), 'Showcase');
export const SiteFooter = lazyPart(() => import('./components/site-footer'), 'SiteFooter');
/** Public posts above the sign-in form. */
export const PostWindow = lazyPart(() => import('./components/post-window'), 'PostWindow');
