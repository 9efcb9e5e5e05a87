import { cx } from '../../../lib/class-names';
import { passwordStrength } from '../model/signup-rules';

const TONES = ['bg-danger-fill', 'bg-danger-fill', 'bg-warning', 'bg-success', 'bg-success'];

/** Four bars and a word for how strong a password is (A §5). */
export const StrengthMeter = ({ password }: { password: string }) => {
  const { bars, label } = passwordStrength(password);
  if (password === '') return null;
  return (
    <div className="mt-2.5 flex items-center gap-3">
      <div className="grid flex-1 grid-cols-4 gap-1.5" aria-hidden>
        {[1, 2, 3, 4].map((bar) => (
          <span
            key={bar}
            data-filled={bar <= bars}
            className={cx(
              'h-1.5 rounded-full transition-colors',
              bar <= bars ? TONES[bars] : 'bg-fill-strong',
            )}
          />
        ))}
      </div>
      <span aria-live="polite" className="min-w-16 text-right text-meta font-medium text-muted">
        <span className="sr-only">Password strength: </span>
        {label}
      </span>
    </div>
  );
};
