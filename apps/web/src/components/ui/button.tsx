import type { ButtonHTMLAttributes, Ref } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class';
import { Spinner } from './spinner';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /** Shows a small spinner before the label and takes no presses; the label says what is happening. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** A pill with a label; `buttonClass` gives a link the same look. */
export const Button = ({
  variant,
  size,
  busy = false,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    aria-busy={busy || undefined}
    {...rest}
    disabled={(disabled ?? false) || busy}
    className={buttonClass({ ...(variant ? { variant } : {}), ...(size ? { size } : {}), className })}
  >
    {busy ? <Spinner size={16} /> : null}
    {children}
  </button>
);
