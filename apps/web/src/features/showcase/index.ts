import { createElement, Suspense, type ComponentType } from 'react';
import { lazyPart } from '../../lib/lazy-part';

/** Loaded when it is shown: none of it is part of the first page's scripts. */
const shownLazily = <K extends string>(load: () => Promise<Record<K, ComponentType>>, name: K) => {
  const Part = lazyPart(load, name);
  return () => createElement(Suspense, null, createElement(Part));
};

/** The still picture of the right half. */
export const Scene = shownLazily(() => import('./components/scene'), 'Scene');
/** The rotating showcase of the sign-in page. */
export const Showcase = shownLazily(() => import('./components/showcase'), 'Showcase');
export const SiteFooter = shownLazily(() => import('./components/site-footer'), 'SiteFooter');
