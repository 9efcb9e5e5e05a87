import { lazy, Suspense, type ComponentType } from 'react';

const figure = (name: 'BrokenFigure' | 'EmptyFigure') =>
  lazy(async (): Promise<{ default: ComponentType }> => {
    try {
      return { default: (await import('./figures'))[name] };
    } catch {
      // the server may be out of reach, which is when this is wanted: the words say enough
      return { default: () => null };
    }
  });

const FIGURES = { broken: figure('BrokenFigure'), empty: figure('EmptyFigure') };

/** A figure for a state that most visits never see, in a box of its size. */
export const LazyFigure = ({ name }: { name: keyof typeof FIGURES }) => {
  const Drawing = FIGURES[name];
  return (
    <span className="block h-24 w-33">
      <Suspense>
        <Drawing />
      </Suspense>
    </span>
  );
};
