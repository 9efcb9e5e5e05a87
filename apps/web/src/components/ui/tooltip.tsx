import { useEffect, useState } from 'react';
import { cx } from '../../lib/class-names';
import type { Elements } from '../../lib/elements';

/**
 * A label that appears to the right on hover and focus, until Esc, since it may cover text. The control inside
 * needs its own accessible name.
 */
export const Tooltip = ({
  label,
  className,
  children,
}: {
  label: string;
  /** Of the label. */
  className?: string;
  children: Elements;
}) => {
  const [closed, setClosed] = useState(false);
  useEffect(() => {
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setClosed(true);
    };
    document.addEventListener('keydown', handleKey);
    return () => document.removeEventListener('keydown', handleKey);
  }, []);
  const allow = () => setClosed(false);
  return (
    // eslint-disable-next-line jsx-a11y/no-static-element-interactions -- what it shows is no control
    <span className="group/tip relative flex" onPointerEnter={allow} onFocus={allow}>
      {children}
      {closed ? null : (
        // its space to the control belongs to it, so that the pointer can go there (WCAG 1.4.13)
        <span
          aria-hidden
          className={cx(
            'invisible absolute top-1/2 start-full z-50 -translate-y-1/2 ps-2 group-focus-within/tip:visible group-hover/tip:visible',
            className,
          )}
        >
          <span className="block rounded-control bg-text px-2.5 py-1 text-meta font-medium whitespace-nowrap text-background">
            {label}
          </span>
        </span>
      )}
    </span>
  );
};
