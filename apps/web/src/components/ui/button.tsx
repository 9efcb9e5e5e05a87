import type { ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import { cx } from '../../lib/class-names';
import type { Elements } from '../../lib/elements';
import { Spinner } from './spinner';

type ButtonVariant = 'primary' | 'soft' | 'outline' | 'ghost' | 'danger' | 'bare';
type ButtonSize = 'md' | 'sm';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
  soft: 'bg-fill text-text hover:bg-fill-strong',
  outline: 'border border-line bg-surface text-text hover:bg-fill',
  ghost: 'text-muted hover:bg-fill hover:text-text',
  danger: 'bg-danger-fill text-danger-ink hover:bg-danger-hover',
  // on a picture: the caller sets the colours
  bare: '',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 py-1 text-body',
  // 36 px visible, 44 px touch target
  sm: 'relative min-h-9 px-4 text-meta after:absolute after:inset-x-0 after:-inset-y-1',
};

/** Button classes, for links that look like one. */
export const buttonClass = (
  options: { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined } = {},
): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-pill text-center font-semibold select-none',
    'transition-[background-color,color,scale,opacity] active:scale-[0.98]',
    'disabled:opacity-50 disabled:active:scale-100 aria-disabled:opacity-60 aria-disabled:active:scale-100',
    VARIANTS[options.variant ?? 'primary'],
    SIZES[options.size ?? 'md'],
    options.className,
  );

interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'children'> {
  children: string | Elements;
  variant?: ButtonVariant;
  size?: ButtonSize;
  /**
   * Shows a small spinner before the label and ignores presses; the label says what is happening. Not `disabled`,
   * because browsers remove the focus from disabled buttons.
   */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

/** Blocks presses and form submissions by Enter, which press the form's button. */
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
    aria-disabled={busy || rest['aria-disabled']}
    disabled={disabled && !busy}
    onClick={busy ? ignore : onClick}
    className={buttonClass({ ...(variant ? { variant } : {}), ...(size ? { size } : {}), className })}
  >
    {busy ? <Spinner size={16} /> : null}
    {typeof children === 'string' ? <span>{children}</span> : children}
  </button>
);
