import { t } from '@lingui/core/macro';
import { cx } from '../../lib/class-names';

const COLUMNS = { 4: 'grid-cols-4', 5: 'grid-cols-5' };

/** Green for the last two steps, amber for the one before them. */
const toneOf = (of: number, filled: number): string => {
  if (filled >= of - 1) return 'bg-success-fill';
  return filled === of - 2 ? 'bg-warning-fill' : 'bg-danger-fill';
};

interface StrengthBarsProps {
  /** Number of bars. */
  of: keyof typeof COLUMNS;
  filled: number;
  /** The strength as a word; screen readers read it. */
  label: string;
  /** Renders nothing for an empty password. */
  password: string;
}

/** Shows the strength of a password as bars and a word (A §5). */
export const StrengthBars = ({ of, filled, label, password }: StrengthBarsProps) =>
  password === '' ? null : (
    <div className="mt-2.5 flex items-center gap-3">
      <div className={cx('grid flex-1 gap-1.5', COLUMNS[of])} aria-hidden>
        {Array.from({ length: of }, (_, index) => (
          <span
            key={index}
            data-filled={index < filled}
            className={cx(
              'h-1.5 rounded-full transition-colors',
              index < filled ? toneOf(of, filled) : 'bg-fill-strong',
            )}
          />
        ))}
      </div>
      <span aria-live="polite" className="min-w-16 text-end text-meta font-medium text-muted">
        <span className="sr-only">{t`Password strength: `}</span>
        <span>{label}</span>
      </span>
    </div>
  );
