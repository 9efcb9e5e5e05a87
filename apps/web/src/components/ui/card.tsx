import type { HTMLAttributes, Ref } from 'react';
import { cx } from '../../lib/class-names';

interface CardProps extends HTMLAttributes<HTMLElement> {
  as?: 'div' | 'section' | 'article' | 'aside';
  ref?: Ref<HTMLElement>;
}

/** A surface with a thin border; the content sets its own padding. */
export const Card = ({ as: Tag = 'div', className, ref, ...rest }: CardProps) => (
  <Tag
    {...rest}
    ref={ref as Ref<HTMLDivElement> | undefined}
    className={cx('rounded-card border border-line bg-surface', className)}
  />
);
