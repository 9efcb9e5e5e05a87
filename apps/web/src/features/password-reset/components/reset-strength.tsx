import { cx } from '../../../lib/class-names';
import { GUIDANCE, resetStrength } from '../model/reset-rules';

const TONES = ['', 'bg-danger-fill', 'bg-danger-fill', 'bg-warning', 'bg-success', 'bg-success'];

/** Five bars, a word and what a good password needs (A §5). */
export const ResetStrength = ({ password }: { password: string }) => {
  const { score, label } = resetStrength(password);
  return (
    <div className="mt-2.5">
      {password === '' ? null : (
        <div className="mb-1.5 flex items-center gap-3">
          <div className="grid flex-1 grid-cols-5 gap-1.5" aria-hidden>
            {[1, 2, 3, 4, 5].map((bar) => (
              <span
                key={bar}
                data-filled={bar <= score}
                className={cx(
                  'h-1.5 rounded-full transition-colors',
                  bar <= score ? TONES[score] : 'bg-fill-strong',
                )}
              />
            ))}
          </div>
          <span aria-live="polite" className="min-w-12 text-right text-meta font-medium text-muted">
            <span className="sr-only">Password strength: </span>
            {label}
          </span>
        </div>
      )}
      <p className="text-meta text-muted">{GUIDANCE}</p>
    </div>
  );
};
