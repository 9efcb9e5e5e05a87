import { useId, type SelectHTMLAttributes } from 'react';
import { cx } from '../../lib/class-names';
import { FieldMessage, type FieldNote } from './text-field';

interface SelectFieldProps extends SelectHTMLAttributes<HTMLSelectElement> {
  label: string;
  /** Whether the label is for screen readers alone, since a title above says it. */
  isTitled?: boolean;
  error?: string | undefined;
  note?: FieldNote | undefined;
}

/** The browser's own list of options, with its label above and an error or note below. */
export const SelectField = ({
  label,
  isTitled,
  error,
  note,
  className,
  children,
  ...rest
}: SelectFieldProps) => {
  const id = useId();
  const messageId = `${id}-message`;
  return (
    <div className={className}>
      <label htmlFor={id} className={isTitled ? 'sr-only' : 'mb-1.5 block text-meta font-medium text-text'}>
        {label}
      </label>
      <select
        {...rest}
        id={id}
        aria-invalid={error ? true : undefined}
        aria-describedby={messageId}
        className={cx(
          'min-h-12 w-full min-w-0 rounded-media border bg-surface px-3.5 text-[1rem] text-text disabled:opacity-60',
          error ? 'border-danger' : 'border-control hover:border-muted',
        )}
      >
        {children}
      </select>
      <FieldMessage id={messageId} error={error} note={note} />
    </div>
  );
};
