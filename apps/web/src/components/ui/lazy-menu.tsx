import { cloneElement, Suspense, useState, type ReactElement } from 'react';
import { lazyPart } from '../../lib/lazy';
import type { MenuItem } from './dropdown-menu';

const load = () => import('./dropdown-menu');
const DropdownMenu = lazyPart(load, 'DropdownMenu');

interface TriggerProps {
  onClick?: () => void;
  onPointerEnter?: () => void;
  'aria-haspopup'?: 'menu';
  'aria-expanded'?: boolean;
}

interface LazyMenuProps {
  /** A button without handlers of its own. */
  trigger: ReactElement<TriggerProps>;
  items: readonly MenuItem[];
  align?: 'start' | 'end';
}

/** A menu whose code is fetched when its button is first touched; the press that fetched it opens it. */
export const LazyMenu = ({ trigger, ...menu }: LazyMenuProps) => {
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
  return (
    <Suspense fallback={plain}>
      <DropdownMenu {...menu} trigger={trigger} open={open} onOpenChange={setOpen} />
    </Suspense>
  );
};
