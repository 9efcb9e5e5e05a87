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

/** A button without handlers of its own. */
type Trigger = ReactElement<TriggerProps>;

interface MenuOnDemandProps {
  trigger: Trigger;
  /** Fetches what `children` draws, a `lazyPart`. */
  load: () => Promise<unknown>;
  children: (menu: MenuProps) => Elements;
}

/** A menu whose code is fetched when its button is first touched; the press that fetched it opens it. */
export const MenuOnDemand = ({ trigger, load, children }: MenuOnDemandProps) => {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    // only fetched ahead: a button exchanged between press and release would lose the click
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

/** A menu whose items are known; `MenuOnDemand` serves those whose items are fetched with it. */
export const LazyMenu = ({ trigger, items, align }: LazyMenuProps) => (
  <MenuOnDemand trigger={trigger} load={loadMenu}>
    {(menu) => <DropdownMenu {...menu} items={items} align={align} />}
  </MenuOnDemand>
);
