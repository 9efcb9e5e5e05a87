import { ChevronDown } from 'lucide-react';
import { Suspense, useState } from 'react';
import { IconButton } from '../../components/ui/icon-button';
import { lazyPart } from '../../lib/lazy';
import type { Way } from './ways';

const load = () => import('./ways-menu');
const WaysMenu = lazyPart(load, 'WaysMenu');

/** The button at home's title whose menu has the ways to read; the menu is fetched when it is first pointed at or pressed. */
export const WaysButton = ({ way }: { way: Way }) => {
  const [wanted, setWanted] = useState(false);
  const button = (
    <IconButton
      label="Ways to read"
      aria-haspopup="menu"
      aria-expanded={wanted}
      onPointerEnter={() => void load().catch(() => undefined)}
      onClick={() => setWanted(true)}
    >
      <ChevronDown size={20} />
    </IconButton>
  );
  if (!wanted) return button;
  return (
    <Suspense fallback={button}>
      <WaysMenu way={way} trigger={button} />
    </Suspense>
  );
};
