import { useId, type Ref, type TextareaHTMLAttributes } from 'react';
import { cx } from '../../lib/class-names';
import { FieldMessage, type FieldNote } from './text-field';

interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  error?: string | undefined;
  note?: FieldNote | undefined;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A multi-line field that grows with its text. */
export const TextArea = ({ label, error, note, id, className, ...rest }: TextAreaProps) => {
  const ownId = useId();
  const inputId = id ?? ownId;
  const messageId = `${inputId}-message`;
  return (
    <div className={className}>
      <label htmlFor={inputId} className="mb-1.5 block text-meta font-medium text-text">
        {label}
      </label>
      <textarea
        {...rest}
        id={inputId}
        aria-invalid={error ? true : undefined}
        aria-describedby={error || note ? messageId : undefined}
        className={cx(
          'block field-sizing-content max-h-96 min-h-30 w-full resize-none rounded-media border bg-surface px-3.5 py-3 text-[1rem] outline-offset-0 transition-colors focus-visible:outline-2',
          error
            ? 'border-danger focus-visible:outline-danger'
            : 'border-control hover:border-muted focus-visible:border-accent',
        )}
      />
      <FieldMessage id={messageId} error={error} note={note} />
    </div>
  );
};
