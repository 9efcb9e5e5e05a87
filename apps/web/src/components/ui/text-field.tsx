import { CircleAlert, CircleCheck } from 'lucide-react';
import { useId, type InputHTMLAttributes, type ReactNode, type Ref } from 'react';
import { cx } from '../../lib/class-names';
import type { Elements } from '../../lib/elements';

export interface FieldNote {
  tone: 'hint' | 'busy' | 'valid';
  text: string;
}

interface FieldMessageProps {
  id: string;
  error?: string | undefined;
  note?: FieldNote | undefined;
}

/**
 * The line below a field: an error with its icon, otherwise a hint or the result of a check. Takes no space if
 * empty.
 */
export const FieldMessage = ({ id, error, note }: FieldMessageProps) => (
  <p
    id={id}
    aria-live="polite"
    className={cx(
      'mt-1.5 flex items-start gap-1.5 text-meta empty:mt-0',
      error ? 'text-danger' : note?.tone === 'valid' ? 'text-success' : 'text-muted',
    )}
  >
    {error ? (
      <>
        <CircleAlert size="0.9375em" className="mt-px shrink-0" aria-hidden />
        <span className="min-w-0">{error}</span>
      </>
    ) : note ? (
      <>
        {note.tone === 'valid' ? (
          <CircleCheck size="0.9375em" className="mt-px shrink-0" aria-hidden />
        ) : null}
        <span className="min-w-0">{note.text}</span>
      </>
    ) : null}
  </p>
);

export interface TextFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'size'> {
  label: string;
  /** Shown with an icon instead of the note. */
  error?: string | undefined;
  note?: FieldNote | undefined;
  /** Inside the box on the left. */
  leading?: ReactNode;
  /** Class of the input, for unusual values such as codes. */
  inputClassName?: string;
  /** Inside the box on the right, e.g. a toggle. */
  trailing?: Elements;
  ref?: Ref<HTMLInputElement>;
}

/** Whether a field takes Latin letters only: in a page from right to left, its signs would stand on the wrong side. */
const isLatin = ({ type = '', autoComplete = '' }: InputHTMLAttributes<HTMLInputElement>): boolean =>
  ['email', 'url'].includes(type) || autoComplete.startsWith('username');

/** A field with its label above, a box of 48 px, and an error or note below. */
export const TextField = ({
  label,
  error,
  note,
  leading,
  trailing,
  className,
  inputClassName,
  id,
  ...rest
}: TextFieldProps) => {
  const ownId = useId();
  const inputId = id ?? ownId;
  const messageId = `${inputId}-message`;
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-meta font-medium text-text">
        {label}
      </label>
      <div
        className={cx(
          'flex min-h-12 items-center rounded-media border bg-surface transition-colors focus-within:outline-2 focus-within:outline-offset-0',
          error
            ? 'border-danger focus-within:outline-danger'
            : 'border-control hover:border-muted focus-within:border-accent focus-within:outline-accent',
        )}
      >
        {leading ? (
          <span className="grid shrink-0 place-items-center ps-3.5 text-muted">{leading}</span>
        ) : null}
        <input
          dir={isLatin(rest) ? 'ltr' : undefined}
          {...rest}
          id={inputId}
          aria-invalid={error ? true : undefined}
          aria-describedby={error || note ? messageId : undefined}
          className={cx(
            'min-w-0 flex-1 self-stretch rounded-media bg-transparent px-3.5 text-[1rem] text-text outline-none placeholder:text-muted disabled:opacity-60',
            inputClassName,
          )}
        />
        {trailing}
      </div>
      <FieldMessage id={messageId} error={error} note={note} />
    </div>
  );
};
