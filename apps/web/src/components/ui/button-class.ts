import { cx } from '../../lib/class-names';

export type ButtonVariant = 'primary' | 'soft' | 'outline' | 'ghost' | 'danger';
export type ButtonSize = 'md' | 'sm';

const VARIANTS: Record<ButtonVariant, string> = {
  primary: 'bg-accent text-accent-ink hover:bg-accent-hover',
  soft: 'bg-fill text-text hover:bg-fill-strong',
  outline: 'border border-line bg-surface text-text hover:bg-fill',
  ghost: 'text-muted hover:bg-fill hover:text-text',
  danger: 'bg-danger-fill text-danger-ink hover:bg-danger-hover',
};

const SIZES: Record<ButtonSize, string> = {
  md: 'min-h-11 px-5 text-body',
  // 36 px to see, 44 px to touch
  sm: 'relative min-h-9 px-4 text-meta after:absolute after:inset-x-0 after:-inset-y-1',
};

/** The look of a button, for links that act as one. */
export const buttonClass = (
  options: { variant?: ButtonVariant; size?: ButtonSize; className?: string | undefined } = {},
): string =>
  cx(
    'inline-flex items-center justify-center gap-2 rounded-pill font-semibold whitespace-nowrap select-none',
    'transition-[background-color,color,scale,opacity] active:scale-[0.98]',
    'disabled:opacity-50 disabled:active:scale-100 aria-disabled:opacity-60 aria-disabled:active:scale-100',
    VARIANTS[options.variant ?? 'primary'],
    SIZES[options.size ?? 'md'],
    options.className,
  );
