import { useId } from 'react';
import { FieldMessage } from './text-field';

interface RadioListProps<T extends string> {
  legend: string;
  /** Labels of the options, by value. */
  options: Readonly<Partial<Record<T, string>>>;
  /** Empty if nothing is selected yet. */
  value: T | '';
  error?: string | undefined;
  onChange: (value: T) => void;
}

/** A radio group, one option per line. */
export const RadioList = <T extends string>({
  legend,
  options,
  value,
  error,
  onChange,
}: RadioListProps<T>) => {
  const id = useId();
  return (
    <fieldset aria-describedby={error ? `${id}-message` : undefined}>
      <legend className="mb-1.5 block text-meta font-medium text-text">{legend}</legend>
      {(Object.keys(options) as T[]).map((each) => (
        <label
          key={each}
          className="flex min-h-11 cursor-pointer items-center gap-2.5 text-body text-text select-none"
        >
          <input
            type="radio"
            name={id}
            value={each}
            checked={each === value}
            onChange={() => onChange(each)}
            className="size-5 accent-accent"
          />
          <span>{options[each]}</span>
        </label>
      ))}
      <FieldMessage id={`${id}-message`} error={error} />
    </fieldset>
  );
};
