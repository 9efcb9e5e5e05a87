import { createElement, lazy, Suspense } from 'react';

const LazyScene = lazy(() => import('./components/scene').then((module) => ({ default: module.Scene })));

/** The still picture of the right half, loaded when it is shown. */
export const Scene = () => createElement(Suspense, null, createElement(LazyScene));
