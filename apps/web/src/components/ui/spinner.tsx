import { t } from '@lingui/core/macro';
import { cx } from '../../lib/class-names';

interface SpinnerProps {
  /** Diameter in px. */
  size?: number;
  /** Read by screen readers; set it if no visible text says what is loading. */
  label?: string;
  className?: string;
}

/** A loading spinner. */
export const Spinner = ({ size = 24, label, className }: SpinnerProps) => (
  <span
    role={label ? 'status' : undefined}
    className={cx('inline-grid shrink-0 place-items-center', className)}
  >
    <svg
      className="animate-spin"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.5"
      strokeLinecap="round"
      aria-hidden
    >
      <circle cx="12" cy="12" r="9" opacity="0.2" />
      <path d="M21 12a9 9 0 0 0-9-9" />
    </svg>
    {label ? <span className="sr-only">{label}</span> : null}
  </span>
);

/** A full-page loading state; `text` says what is loading. */
export const FullScreenSpinner = ({ title, text }: { title?: string; text?: string }) => (
  <div role="status" className="grid min-h-dvh place-items-center px-6">
    <div className="flex flex-col items-center text-center">
      <Spinner size={36} className="text-accent" />
      {title ? (
        <p className="mt-5 text-title font-semibold">{title}</p>
      ) : (
        <span className="sr-only">{t`Loading`}</span>
      )}
      {text ? <p className="mt-1 text-body text-muted">{text}</p> : null}
    </div>
  </div>
);
