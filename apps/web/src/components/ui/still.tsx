import { savesData, usePreferences } from '../../lib/preferences';
import type { Elements } from '../../lib/elements';

interface StillProps {
  /** What a moving picture has. */
  poster: string | undefined;
  /** Its `img`. */
  children: Elements;
}

/**
 * Keeps a moving picture still for readers who reduce motion or save data. By an element, since a page that a web server
 * draws does not know what the device asks for.
 */
export const Still = ({ poster, children }: StillProps) => {
  const isAlways = usePreferences((held) => held.motion === 'reduced' || savesData(held));
  if (poster === undefined) return children;
  return (
    <picture className="contents">
      <source srcSet={poster} media={isAlways ? undefined : '(prefers-reduced-motion: reduce)'} />
      {children}
    </picture>
  );
};
