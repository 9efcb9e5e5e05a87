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
  /** Gives each option a width by the length of its label, instead of the same to all. */
  byLength?: boolean;
}

/** What an option has around its label, in letters. */
const AROUND = 4;

/** A pill of options with a thumb that slides below the selected one. */
export const Segmented = <T extends string>(props: SegmentedProps<T>) => {
  const { options, value, disabled = false, size = 'md', byLength = false } = props;
  const values = Object.keys(options) as T[];
  const active = Math.max(0, values.indexOf(value));
  const shares = values.map((option) => (byLength ? options[option].length + AROUND : 1));
  const sum = (some: number[]) => some.reduce((all, share) => all + share, 0);
  const [own, before] = [shares[active] ?? 1, sum(shares.slice(0, active))];
  return (
    <div
      role="group"
      aria-label={props.label}
      className="relative grid px-1"
      style={{ gridTemplateColumns: shares.map((share) => `minmax(0,${share}fr)`).join(' ') }}
    >
      <span aria-hidden className="absolute inset-0 rounded-pill bg-fill p-1">
        <span
          className="block h-full rounded-pill bg-thumb shadow-low transition-transform"
          style={{
            width: `${(100 * own) / sum(shares)}%`,
            transform: `translateX(calc(${(100 * before) / own}% * var(--toward-end)))`,
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
              : 'px-2 max-[24rem]:px-0.5 sm:px-4',
            // choices below each other look alike, however many options they have
            byLength ? 'text-body' : 'text-meta',
            option === value ? 'text-text' : 'text-muted hover:text-text',
          )}
        >
          {options[option]}
        </button>
      ))}
    </div>
  );
};
