import { createElement, lazy, Suspense, type ComponentType } from 'react';

/** Loaded when it is shown: none of it is part of the first page's scripts. */
const shownLazily = (load: () => Promise<ComponentType>) => {
  const Part = lazy(async () => ({ default: await load() }));
  return () => createElement(Suspense, null, createElement(Part));
};

/** The still picture of the right half. */
export const Scene = shownLazily(async () => (await import('./components/scene')).Scene);
/** The rotating showcase of the sign-in page. */
export const Showcase = shownLazily(async () => (await import('./components/showcase')).Showcase);
export const SiteFooter = shownLazily(async () => (await import('./components/site-footer')).SiteFooter);
