import { lazy, Suspense, type ComponentType } from 'react';

const BrokenFigure = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./figures')).BrokenFigure };
  } catch {
    // the server may be out of reach, which is when this is wanted: the words say enough
    return { default: () => null };
  }
});

/** The figure of what failed, which most visits never see, in a box of its size. */
export const LazyFigure = () => (
  <span className="block h-24 w-33">
    <Suspense>
      <BrokenFigure />
    </Suspense>
  </span>
);
