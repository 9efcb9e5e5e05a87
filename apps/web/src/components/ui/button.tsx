import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { buttonClass, type ButtonSize, type ButtonVariant } from './button-class';
import { Spinner } from './spinner';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Shows a small spinner before the label and takes no presses; the label says what is happening. The focus stays, which
   * browsers would take from a disabled button.
   */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Neither a press nor a form's submission by Enter, which presses its button. */
const ignore = (event: MouseEvent): void => event.preventDefault();

/** A pill with a label; `buttonClass` gives a link the same look. */
export const Button = ({
  variant,
  size,
  busy = false,
  className,
  children,
  disabled = false,
  onClick,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    aria-busy={busy || undefined}
    aria-disabled={busy || undefined}
    disabled={disabled && !busy}
    onClick={busy ? ignore : onClick}
    className={buttonClass({ ...(variant ? { variant } : {}), ...(size ? { size } : {}), className })}
  >
    {busy ? <Spinner size={16} /> : null}
    {children}
  </button>
);
