import { ChevronDown } from 'lucide-react';
import { IconButton } from '../../components/ui/icon-button';
import { LazyMenu } from '../../components/ui/lazy-menu';
import { lazyPart } from '../../lib/lazy';
import type { FeedMode } from './feed-modes';

const FeedModeMenu = lazyPart(() => import('./feed-mode-menu'), 'FeedModeMenu');

/** Button next to home's title that opens the feed mode menu. */
export const FeedModeButton = ({ mode }: { mode: FeedMode }) => (
  <LazyMenu
    preload={FeedModeMenu.preload}
    trigger={
      <IconButton label="Ways to read">
        <ChevronDown size="1.25em" />
      </IconButton>
    }
  >
    {(menu) => <FeedModeMenu {...menu} mode={mode} />}
  </LazyMenu>
);
