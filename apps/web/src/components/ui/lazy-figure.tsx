import { lazy, Suspense, type ComponentType } from 'react';

const BrokenFigure = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./figures')).BrokenFigure };
  } catch {
    // the server may be unreachable, which is when this shows: the text is enough
    return { default: () => null };
  }
});

/** The figure of an error, in a box of its size. Lazy, since most visits never see it. */
export const LazyFigure = () => (
  <span className="block h-24 w-33">
    <Suspense>
      <BrokenFigure />
    </Suspense>
  </span>
);
