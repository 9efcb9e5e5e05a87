import { useRef, useState, type ComponentType } from 'react';
import { cx } from '../../../lib/class-names';
import { formatCount } from '../../../lib/format';
import { useFocusBack } from '../../../lib/use-focus-back';

interface IconProps {
  size?: number;
  fill?: string;
  className?: string;
  'aria-hidden'?: boolean;
}

interface ActionButtonProps {
  /** What it does, for assistive use; the count is added to it. */
  label: string;
  icon: ComponentType<IconProps>;
  count: number;
  onPress: () => void;
  /** Pressed state of a toggle; leave out for a plain action. */
  active?: boolean;
  /** Colours of the active state. */
  activeClass?: string;
  hoverClass?: string;
  /** Fills the icon while active. */
  fills?: boolean;
  /** Shown instead of the count while something runs, e.g. "Sharing...". */
  busyLabel?: string | undefined;
  expanded?: boolean;
  /** Pops at every press; a toggle does when it is switched on. */
  pops?: boolean;
}

/** One control of the action bar: icon and count, at least 44 px high. */
export const ActionButton = (props: ActionButtonProps) => {
  const { label, icon: Icon, count, active, activeClass, hoverClass, fills, busyLabel, expanded } = props;
  const [presses, setPresses] = useState(0);
  const button = useRef<HTMLButtonElement>(null);
  useFocusBack(button, busyLabel !== undefined);
  const on = active === true;
  return (
    <button
      ref={button}
      type="button"
      title={label}
      aria-label={busyLabel ?? `${label}, ${formatCount(count)}`}
      aria-pressed={active}
      aria-expanded={expanded}
      aria-busy={busyLabel === undefined ? undefined : true}
      disabled={busyLabel !== undefined}
      onClick={() => {
        setPresses(presses + 1);
        props.onPress();
      }}
      className={cx(
        'inline-flex h-11 min-w-11 items-center gap-1.5 rounded-pill px-2.5 text-meta font-medium transition-[color,background-color,scale] active:scale-95 disabled:active:scale-100',
        on ? activeClass : cx('text-muted', hoverClass ?? 'hover:bg-fill hover:text-text'),
      )}
    >
      <Icon
        key={presses}
        size={20}
        aria-hidden
        className={cx('shrink-0', presses > 0 && (on || props.pops) && 'animate-pop')}
        {...(fills && on ? { fill: 'currentColor' } : {})}
      />
      {busyLabel ?? (count > 0 ? formatCount(count) : null)}
    </button>
  );
};
