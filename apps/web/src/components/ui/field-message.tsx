import { CircleAlert, CircleCheck } from 'lucide-react';
import { cx } from '../../lib/class-names';

export interface FieldNote {
  tone: 'hint' | 'busy' | 'valid';
  text: string;
}

interface FieldMessageProps {
  id: string;
  error?: string | undefined;
  note?: FieldNote | undefined;
}

/** The line below a field: an error with its icon, else a hint or what a check found. Keeps no room when empty. */
export const FieldMessage = ({ id, error, note }: FieldMessageProps) => (
  <p
    id={id}
    aria-live="polite"
    className={cx(
      'mt-1.5 flex items-start gap-1.5 text-meta empty:hidden',
      error ? 'text-danger' : note?.tone === 'valid' ? 'text-success' : 'text-muted',
    )}
  >
    {error ? (
      <>
        <CircleAlert size={15} className="mt-px shrink-0" aria-hidden />
        <span className="min-w-0">{error}</span>
      </>
    ) : note ? (
      <>
        {note.tone === 'valid' ? <CircleCheck size={15} className="mt-px shrink-0" aria-hidden /> : null}
        <span className="min-w-0">{note.text}</span>
      </>
    ) : null}
  </p>
);
