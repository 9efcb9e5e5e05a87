import { DropdownMenu as Radix } from 'radix-ui';
import { useRef, type FocusEvent, type ReactNode } from 'react';
import { afterPaint } from '../../lib/after-paint';
import { TABLET, useMediaQuery } from '../../lib/use-media-query';
import { MenuGroups, type MenuItem, type MenuItems } from './menu-items';

/** Props of every menu that loads on the first touch of its button. */
export interface MenuProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The button; it receives the menu's aria attributes. */
  trigger: ReactNode;
}

interface DropdownMenuProps extends MenuProps {
  items: MenuItems;
  align?: 'start' | 'end' | undefined;
}

/**
 * A menu on a button, or a bottom sheet on phones; arrow keys move, Esc and presses outside close it. Load it
 * lazily.
 */
export const DropdownMenu = ({ open, onOpenChange, trigger, align = 'end', ...menu }: DropdownMenuProps) => {
  const mover = useRef<() => void>(undefined);
  const content = useRef<HTMLDivElement>(null);
  const closeLater = () => {
    // an entrance that still runs must not bring it back
    content.current?.style.setProperty('opacity', '0', 'important');
    content.current?.style.setProperty('pointer-events', 'none');
    afterPaint(() => onOpenChange(false));
  };
  const items = menu.items
    .filter((item) => item !== false)
    .map((item): MenuItem => {
      if (item.movesFocus) return { ...item, onSelect: () => (mover.current = item.onSelect) };
      if (!item.showsFirst) return item;
      return {
        ...item,
        keepOpen: true,
        onSelect: () => {
          item.onSelect();
          closeLater();
        },
      };
    });
  const beside = useMediaQuery(TABLET);
  const entered = useRef(false);
  // Radix was loaded by the press itself, so it does not know whether a key opened the menu; a key focuses the
  // first item
  const handleFocus = ({ target, currentTarget }: FocusEvent<HTMLElement>) => {
    if (entered.current || target !== currentTarget) return;
    entered.current = true;
    if (currentTarget.matches(':focus-visible'))
      currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus();
  };
  return (
    <Radix.Root open={open} onOpenChange={onOpenChange} modal={!beside}>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      {/* inside a landmark, so that screen reader users find it when they move between landmarks */}
      <Radix.Portal container={document.querySelector('main')}>
        <Radix.Content
          ref={content}
          align={align}
          onFocus={handleFocus}
          onCloseAutoFocus={(event) => {
            if (!mover.current) return;
            event.preventDefault();
            mover.current();
            mover.current = undefined;
          }}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-h-[90dvh] max-w-dvw min-w-52 animate-sheet overflow-y-auto rounded-t-card bg-raised p-1.5 pb-[calc(0.375rem+env(safe-area-inset-bottom))] [box-shadow:0_0_0_100vmax_var(--scrim)] outline-none md:max-h-(--radix-dropdown-menu-content-available-height) md:animate-rise md:rounded-card md:border md:border-line md:pb-1.5 md:shadow-float"
        >
          <MenuGroups items={items} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
};
