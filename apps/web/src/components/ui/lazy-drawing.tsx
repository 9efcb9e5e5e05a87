import { lazy, Suspense, type ComponentType } from 'react';

const BrokenDrawing = lazy(async (): Promise<{ default: ComponentType }> => {
  try {
    return { default: (await import('./drawings')).BrokenDrawing };
  } catch {
    // the server may be unreachable, which is when this shows: the text is enough
    return { default: () => null };
  }
});

/** The drawing of an error, in a box of its size. Lazy, since most visits never see it. */
export const LazyDrawing = () => (
  <span className="block h-24 w-33">
    <Suspense>
      <BrokenDrawing />
    </Suspense>
  </span>
);
