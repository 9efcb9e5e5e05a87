import { createElement, Suspense, type FunctionComponent } from 'react';
import { lazyPart } from '../../lib/lazy';

const shown = (Part: FunctionComponent) => () => createElement(Suspense, null, createElement(Part));

/** The still picture of the right half. Like the others here it is no part of the first page's scripts. */
export const Scene = shown(lazyPart(() => import('./components/scene'), 'Scene'));
/** The rotating showcase of the sign-in page. */
export const Showcase = shown(lazyPart(() => import('./components/showcase'), 'Showcase'));
export const SiteFooter = shown(lazyPart(() => import('./components/site-footer'), 'SiteFooter'));
