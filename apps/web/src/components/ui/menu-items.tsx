import { Check } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { useId, type ComponentType, type MouseEvent, type PointerEvent } from 'react';
import { cx } from '../../lib/class-names';
import type { Elements } from '../../lib/elements';
import { isModified } from '../../lib/keys';
import { Spinner } from './spinner';

export interface MenuItem {
  label: string;
  icon?: ComponentType<{ size: string; 'aria-hidden': boolean }>;
  onSelect: () => void;
  /** Where `onSelect` leads: the item is a link, which the browser can open in another tab or copy. */
  href?: string;
  tone?: 'danger';
  disabled?: boolean;
  /**
   * The action is running: the item cannot be pressed again but stays readable, since its label reports the
   * progress.
   */
  busy?: boolean;
  /** The menu stays open after this item, e.g. while it reports "Copied!". */
  keepOpen?: boolean;
  /** The action moves the focus: it runs once the menu is gone, which then does not return it to its button. */
  movesFocus?: boolean;
  /** What the action begins shows in the next frame: the menu turns invisible at once, and is taken away after that. */
  showsFirst?: boolean;
  /** Whether this option is selected. */
  checked?: boolean;
  /** Whether it is a switch, on if checked; else the options of its group exclude each other. */
  toggles?: boolean;
  /** Name of the item's group, shown above the group's first item. */
  group?: string;
  /** One line below the label that explains the option. */
  hint?: string;
  /** Text shown in place of the label. The items of its group form one row of segments. */
  short?: string;
  /** Shown in place of its group's name; the items of the group follow it in one row. */
  beside?: Elements;
  /** The act of its group that most come for: a button as wide as the menu, below the row. */
  wide?: boolean;
}

/** The items of a menu; `false` entries are skipped. */
export type MenuItems = readonly (MenuItem | false)[];

/** Where the pointer last moved on an item. */
let [pointerX, pointerY] = [Number.NaN, Number.NaN];
const notePointer = ({ clientX, clientY }: PointerEvent) => ([pointerX, pointerY] = [clientX, clientY]);

/**
 * Radix takes the focus from the items when the pointer leaves one. A pointer at rest also leaves an item that scrolls
 * away below it, e.g. when a key moves to an item further down: then the focus stays.
 */
const byMovementOnly = {
  onPointerEnter: notePointer,
  onPointerMove: notePointer,
  onPointerLeave: (event: PointerEvent) => {
    if (event.clientX === pointerX && event.clientY === pointerY) event.preventDefault();
  },
};

/** The click that selects an item. */
let click: MouseEvent | undefined;

/** Props of an item in a list and of one in a row. */
const behaviourOf = (item: MenuItem) => ({
  ...byMovementOnly,
  ...(item.checked !== undefined && {
    role: item.toggles ? 'menuitemcheckbox' : 'menuitemradio',
    'aria-checked': item.checked,
  }),
  disabled: (item.disabled || item.busy) ?? false,
  onClick: (event: MouseEvent) => (click = event),
  onSelect: (event: Event) => {
    if (item.keepOpen) event.preventDefault();
    if (item.href !== undefined && click) {
      // the browser opens the link in another tab or window
      if (isModified(click) || click.shiftKey) return;
      click.preventDefault();
    }
    item.onSelect();
  },
});

/** An item of a row, which looks like an option of `Segmented`. */
const Segment = ({ item }: { item: MenuItem }) => (
  <Radix.Item
    {...behaviourOf(item)}
    aria-label={item.label}
    className={cx(
      'grid min-h-11 flex-auto cursor-pointer place-items-center rounded-pill px-3 text-meta font-semibold -outline-offset-2 select-none',
      item.checked
        ? 'bg-thumb text-text shadow-low'
        : 'text-muted data-highlighted:bg-fill-strong data-highlighted:text-text',
    )}
  >
    <span>{item.short}</span>
  </Radix.Item>
);

/** The state of a switch, which its item says to screen readers. */
const Track = ({ on }: { on: boolean }) => (
  <span
    aria-hidden
    className={cx(
      'ms-auto flex w-10 shrink-0 rounded-pill p-0.5 transition-colors',
      on ? 'justify-end bg-accent' : 'bg-control',
    )}
  >
    <span className="size-5 rounded-full bg-raised" />
  </span>
);

/** A button of a row, small or as wide as the menu. */
const RowItem = ({ item: { icon: Icon, wide, ...item } }: { item: MenuItem }) => (
  <Radix.Item
    {...behaviourOf(item)}
    className={cx(
      'flex min-h-11 cursor-pointer items-center gap-1.5 rounded-pill font-semibold select-none',
      wide
        ? 'w-full justify-center bg-accent px-5 text-accent-ink hover:bg-accent-hover'
        : 'px-2.5 text-meta text-accent-text -outline-offset-2 data-highlighted:bg-fill',
    )}
  >
    {Icon ? <Icon size="1.125em" aria-hidden /> : null}
    <span>{item.label}</span>
  </Radix.Item>
);

const Item = ({ item: { icon: Icon, ...item } }: { item: MenuItem }) => {
  const hintId = useId();
  const content = (
    <>
      {Icon ? (
        <span className="flex text-muted [.text-danger>&]:text-danger">
          {item.busy ? <Spinner size={18} /> : <Icon size={item.hint ? '1.25rem' : '1.125em'} aria-hidden />}
        </span>
      ) : null}
      {/* its label stands below that of the option that it belongs to */}
      {item.toggles ? <span className="size-5 shrink-0" /> : null}
      <span className={item.hint ? 'min-w-0 flex-1 py-1.5 leading-tight' : undefined}>
        <span className="block">{item.label}</span>
        {item.hint ? (
          <span id={hintId} className="mt-0.5 block text-meta font-normal text-muted">
            {item.hint}
          </span>
        ) : null}
      </span>
      {item.toggles ? (
        <Track on={item.checked ?? false} />
      ) : item.checked ? (
        <Check size="1.125em" aria-hidden className="ms-auto shrink-0 text-accent-text" />
      ) : null}
    </>
  );
  return (
    <Radix.Item
      {...behaviourOf(item)}
      asChild={item.href !== undefined}
      // a choice's hint is its description; of other items axe wants all visible text in the name
      {...(item.hint !== undefined &&
        item.checked !== undefined && { 'aria-label': item.label, 'aria-describedby': hintId })}
      className={cx(
        item.hint === undefined ? 'min-h-12' : 'min-h-14',
        'flex cursor-pointer items-center gap-3 rounded-control px-3 text-body font-medium -outline-offset-2 select-none data-disabled:cursor-default',
        !item.busy && 'data-disabled:opacity-50',
        item.tone === 'danger'
          ? 'text-danger data-highlighted:bg-danger-soft'
          : 'text-text data-highlighted:bg-fill',
      )}
    >
      {item.href === undefined ? content : <a href={item.href}>{content}</a>}
    </Radix.Item>
  );
};

/** The items of a menu by their groups. */
export const MenuGroups = ({ items }: { items: readonly MenuItem[] }) =>
  [...new Set(items.map(({ group }) => group))].map((group) => {
    const some = items.filter((item) => item.group === group);
    const beside = some[0]?.beside;
    if (beside !== undefined)
      return (
        <Radix.Group key={group} aria-label={group} className="mt-1.5 border-t border-line">
          <div className="flex min-h-14 flex-wrap items-center ps-3 md:flex-nowrap">
            {beside}
            {some.map((item, index) => (item.wide ? null : <RowItem key={index} item={item} />))}
          </div>
          {some.map((item, index) => (item.wide ? <RowItem key={index} item={item} /> : null))}
        </Radix.Group>
      );
    // key by index: an item's label may change while the menu is open
    const shown = some.map((item, index) =>
      item.short === undefined ? <Item key={index} item={item} /> : <Segment key={index} item={item} />,
    );
    if (group === undefined) return shown;
    return (
      <Radix.Group
        key={group}
        aria-label={group}
        className="mb-1.5 border-b border-line pb-1.5 last:mb-0 last:border-0 last:pb-0"
      >
        <Radix.Label aria-hidden className="px-3 pt-2 pb-1 text-meta text-muted">
          {group}
        </Radix.Label>
        {some[0]?.short === undefined ? (
          shown
        ) : (
          <div className="m-1 flex rounded-pill bg-fill p-1">{shown}</div>
        )}
      </Radix.Group>
    );
  });
