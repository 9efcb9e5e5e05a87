import { cloneElement, Suspense, useState, type ReactElement } from 'react';
import type { Elements } from '../../lib/elements';
import { lazyPart } from '../../lib/lazy';
import type { MenuProps } from './dropdown-menu';
import type { MenuItems } from './menu-items';

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

const DropdownMenu = lazyPart(() => import('./dropdown-menu'), 'DropdownMenu');

type LazyMenuProps = {
  /** A button without its own handlers. */
  trigger: ReactElement<TriggerProps>;
} & (
  | { items: MenuItems; align?: 'start' | 'end' }
  // a menu whose items load with it: renders a `lazyPart`, and preloads it
  | { children: (menu: MenuProps) => Elements; preload: () => void }
);

/** A menu whose code loads on the first touch of its button; the press that loads it also opens it. */
export const LazyMenu = ({ trigger, ...menu }: LazyMenuProps) => {
  const [wanted, setWanted] = useState(false);
  const [open, setOpen] = useState(false);
  const plain = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    'aria-expanded': open,
    // only preload: replacing a button between press and release would lose the click
    onPointerEnter: 'items' in menu ? DropdownMenu.preload : menu.preload,
    onClick: () => {
      setWanted(true);
      setOpen(true);
    },
  });
  if (!wanted) return plain;
  const props = { trigger, open, onOpenChange: setOpen };
  return (
    <Suspense fallback={plain}>
      {'items' in menu ? <DropdownMenu {...props} {...menu} /> : menu.children(props)}
    </Suspense>
  );
};
