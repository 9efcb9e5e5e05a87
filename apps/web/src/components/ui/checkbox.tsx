import { Check } from 'lucide-react';
import type { InputHTMLAttributes } from 'react';

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  label: string;
}

/** A checkbox with a label that can be pressed as well. */
export const Checkbox = ({ label, ...rest }: CheckboxProps) => (
  <label className="group inline-flex min-h-11 cursor-pointer items-center gap-2.5 text-body text-text select-none">
    <span className="relative grid size-5 place-items-center">
      <input
        {...rest}
        type="checkbox"
        className="peer size-5 cursor-pointer appearance-none rounded-[6px] border border-control bg-surface transition-colors group-hover:border-accent checked:border-accent checked:bg-accent"
      />
      <Check
        size="0.875em"
        strokeWidth={3.2}
        aria-hidden
        className="pointer-events-none absolute text-accent-ink opacity-0 transition-opacity peer-checked:opacity-100"
      />
    </span>
    <span>{label}</span>
  </label>
);
