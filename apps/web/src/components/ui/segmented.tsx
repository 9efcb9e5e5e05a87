import { cx } from '../../lib/class-names';

interface SegmentedProps<T extends string> {
  /** Accessible name of the choice. */
  label: string;
  /** Labels of the options, by value. */
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
  /** Called when the selected option is pressed again. */
  onPressActive?: (value: T) => void;
  /** Ignores presses. Not the `disabled` attribute, because browsers remove the focus from disabled buttons. */
  disabled?: boolean;
  /** 44 or 36 px high. */
  size?: 'md' | 'sm';
}

/** A pill of options with a thumb that slides below the selected one. */
export const Segmented = <T extends string>(props: SegmentedProps<T>) => {
  const { options, value, disabled = false, size = 'md' } = props;
  const values = Object.keys(options) as T[];
  const active = Math.max(0, values.indexOf(value));
  return (
    <div
      role="group"
      aria-label={props.label}
      className="relative grid auto-cols-[minmax(0,1fr)] grid-flow-col px-1"
    >
      <span aria-hidden className="absolute inset-0 rounded-pill bg-fill p-1">
        <span
          className="block h-full rounded-pill bg-thumb shadow-low transition-transform"
          style={{
            width: `${100 / values.length}%`,
            transform: `translateX(calc(${active * 100}% * var(--toward-end)))`,
          }}
        />
      </span>
      {values.map((option) => (
        <button
          key={option}
          type="button"
          aria-pressed={option === value}
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (!disabled) (option === value ? props.onPressActive : props.onChange)?.(option);
          }}
          className={cx(
            'relative rounded-pill font-semibold wrap-anywhere transition-colors aria-disabled:cursor-default',
            size === 'md' ? 'min-h-11' : 'min-h-9 after:absolute after:inset-x-0 after:-inset-y-1',
            // a third of the width holds most words only when they are small
            values.length > 2
              ? 'px-0.5 tracking-tight max-[24rem]:px-0 max-[24rem]:text-[0.75rem]'
              : 'px-2 max-[24rem]:px-0.5 max-[24rem]:text-meta sm:px-4',
            values.length > 2 || size === 'sm' ? 'text-meta' : 'text-body',
            option === value ? 'text-text' : 'text-muted hover:text-text',
          )}
        >
          {options[option]}
        </button>
      ))}
    </div>
  );
};
