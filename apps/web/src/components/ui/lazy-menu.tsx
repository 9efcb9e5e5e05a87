import { cloneElement, Suspense, useState, type ReactElement } from 'react';
import type { Elements } from '../../lib/elements';
import { lazyPart } from '../../lib/lazy';
import type { MenuItems, MenuProps } from './dropdown-menu';

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

/** A button without its own handlers. */
type Trigger = ReactElement<TriggerProps>;

interface MenuOnDemandProps {
  trigger: Trigger;
  /** Loads the `lazyPart` that `children` renders. */
  load: () => Promise<unknown>;
  children: (menu: MenuProps) => Elements;
}

/** A menu whose code loads on the first touch of its button; the press that loads it also opens it. */
export const MenuOnDemand = ({ trigger, load, children }: MenuOnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    // only preload: replacing a button between press and release would lose the click
    onPointerEnter: () => void load().catch(() => undefined),
    onClick: () => {
      setWanted(true);
      setOpen(true);
    },
  });
  if (!wanted) return plain;
  return <Suspense fallback={plain}>{children({ trigger, open, onOpenChange: setOpen })}</Suspense>;
};

const loadMenu = () => import('./dropdown-menu');
const DropdownMenu = lazyPart(loadMenu, 'DropdownMenu');

interface LazyMenuProps {
  trigger: Trigger;
  items: MenuItems;
  align?: 'start' | 'end';
}

/** A menu with known items; use `MenuOnDemand` if the items load with the menu. */
export const LazyMenu = ({ trigger, items, align }: LazyMenuProps) => (
  <MenuOnDemand trigger={trigger} load={loadMenu}>
    {(menu) => <DropdownMenu {...menu} items={items} align={align} />}
  </MenuOnDemand>
);
