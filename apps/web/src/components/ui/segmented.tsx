import { cx } from '../../lib/class-names';

interface SegmentedProps<T extends string> {
  /** What is being chosen, for assistive use. */
  label: string;
  /** What may be chosen, by its value. */
  options: Readonly<Record<T, string>>;
  value: T;
  onChange: (value: T) => void;
  /** Also called when the option pressed is the chosen one already. */
  onPressActive?: (value: T) => void;
  /** Takes no presses; the focus stays, which browsers would take from a disabled button. */
  disabled?: boolean;
  /** Height in px of the whole pill. */
  size?: 'md' | 'sm';
}

/** One pill with a thumb that slides below the chosen option. */
export const Segmented = <T extends string>(props: SegmentedProps<T>) => {
  const { options, value, disabled = false, size = 'md' } = props;
  const values = Object.keys(options) as T[];
  const active = Math.max(0, values.indexOf(value));
  return (
    <div
      role="group"
      aria-label={props.label}
      className="relative grid auto-cols-fr grid-flow-col rounded-pill bg-fill p-1"
    >
      <span
        aria-hidden
        className="absolute inset-y-1 left-1 rounded-pill bg-thumb shadow-thumb transition-transform"
        style={{
          width: `calc((100% - 0.5rem) / ${values.length})`,
          transform: `translateX(${active * 100}%)`,
        }}
      />
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
            'relative rounded-pill px-2 font-semibold sm:px-4 transition-colors aria-disabled:cursor-default',
            'after:absolute after:inset-x-0 after:-inset-y-2',
            size === 'md' ? 'h-9 text-body' : 'h-7 text-meta',
            option === value ? 'text-text' : 'text-muted hover:text-text',
          )}
        >
          {options[option]}
        </button>
      ))}
    </div>
  );
};
