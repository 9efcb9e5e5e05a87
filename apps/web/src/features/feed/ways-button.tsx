import { ChevronDown } from 'lucide-react';
import { IconButton } from '../../components/ui/icon-button';
import { MenuOnDemand } from '../../components/ui/lazy-menu';
import { lazyPart } from '../../lib/lazy';
import type { Way } from './ways';

const load = () => import('./ways-menu');
const WaysMenu = lazyPart(load, 'WaysMenu');

/** Button next to home's title that opens the feed mode menu. */
export const WaysButton = ({ way }: { way: Way }) => (
  <MenuOnDemand
    load={load}
    trigger={
      <IconButton label="Ways to read">
        <ChevronDown size={20} />
      </IconButton>
    }
  >
    {(menu) => <WaysMenu {...menu} way={way} />}
  </MenuOnDemand>
);
