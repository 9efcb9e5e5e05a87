import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { cx } from '../../lib/class-names';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'aria-label'> {
  /** The button's accessible name and title. */
  label: string;
  /** The icon, unless `className` names one. */
  children?: ReactNode;
  /** `overlay` floats above pictures. */
  variant?: 'ghost' | 'overlay';
  ref?: Ref<HTMLButtonElement>;
}

/** A round button of 44 px holding one icon. */
export const IconButton = ({ label, variant = 'ghost', className, ...rest }: IconButtonProps) => (
  <button
    type="button"
    title={label}
    {...rest}
    aria-label={label}
    className={cx(
      'inline-grid size-11 shrink-0 place-items-center rounded-full transition-[background-color,color,scale,opacity] active:scale-95 disabled:opacity-40 disabled:active:scale-100',
      variant === 'ghost'
        ? 'text-muted hover:bg-fill hover:text-text'
        : // the circle is 36 px wide, and fills the target under the pointer
          'forced-color-adjust-none bg-[radial-gradient(rgb(0_0_0/55%)_18px,transparent_19px)] text-white hover:bg-black/70',
      className,
    )}
  />
);
