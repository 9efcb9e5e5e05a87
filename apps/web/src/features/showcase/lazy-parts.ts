import { quietPart } from '../../lib/lazy';

/** The still picture of the right half. These parts load lazily, outside the first page's scripts. */
export const Scene = quietPart(() => import('./components/scene'), 'Scene');
/** The rotating showcase of the sign-in page. */
export const Showcase = quietPart(() => import('./components/showcase'), 'Showcase');
export const SiteFooter = quietPart(() => import('./components/site-footer'), 'SiteFooter');
