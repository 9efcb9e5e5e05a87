import { cx } from '../../lib/class-names';

const COLUMNS = { 4: 'grid-cols-4', 5: 'grid-cols-5' };

interface StrengthBarsProps {
  /** How many bars there are. */
  of: keyof typeof COLUMNS;
  filled: number;
  /** Class of the filled bars. */
  tone: string | undefined;
  /** The strength in a word, which is also read out. */
  label: string;
}

/** How strong a password is, in bars and a word (A §5). */
export const StrengthBars = ({ of, filled, tone, label }: StrengthBarsProps) => (
  <div className="flex items-center gap-3">
    <div className={cx('grid flex-1 gap-1.5', COLUMNS[of])} aria-hidden>
      {Array.from({ length: of }, (_, index) => (
        <span
          key={index}
          data-filled={index < filled}
          className={cx('h-1.5 rounded-full transition-colors', index < filled ? tone : 'bg-fill-strong')}
        />
      ))}
    </div>
    <span aria-live="polite" className="min-w-16 text-right text-meta font-medium text-muted">
      <span className="sr-only">Password strength: </span>
      {label}
    </span>
  </div>
);
