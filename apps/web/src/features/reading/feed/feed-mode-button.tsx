import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { afterPicture } from '../../../lib/first-picture';
import { cx } from '../../../lib/class-names';
import { lazyPart } from '../../../lib/lazy';
import type { FeedMode } from './feed-modes';

const FeedModeMenu = lazyPart(() => import('./feed-mode-menu'), 'FeedModeMenu');
export const PillFace = lazyPart(() => afterPicture(() => import('./pill-face')), 'PillFace');

/** Names short enough to stand next to the title on a phone. */
const SHORT_NAMES: Record<FeedMode, string> = {
  shuffle: t({ message: 'Shuffle', context: 'way to read the feed' }),
  following: t`Follows`,
  unseen: t`Unseen`,
  newest: t({ message: 'Newest', context: 'posts' }),
  day: t({ message: 'Day', context: 'way to read the feed', comment: 'The posts of one day.' }),
};

/** Pill next to home's title: names the current feed mode and opens the menu. */
export const FeedModeButton = ({ mode }: { mode: FeedMode }) => {
  const name = SHORT_NAMES[mode];
  return (
    <LazyMenu
      preload={FeedModeMenu.preload}
      trigger={
        <button
          type="button"
          aria-label={t`Ways to read: ${name}`}
          title={t`Ways to read`}
          className="group flex min-h-11 min-w-11 items-center text-meta font-semibold text-accent-text max-[28.2rem]:text-[0.75rem] max-[28.2rem]:tracking-tight"
        >
          {/* 36 px of the button's 44; from the end of the row, parts without room go to a line that is folded away */}
          <span className="flex max-h-9 max-w-full flex-row-reverse flex-wrap justify-center gap-x-0.5 overflow-hidden rounded-pill bg-accent-soft px-2.5 transition-[filter] group-hover:[filter:brightness(0.97)] max-[28.2rem]:px-1.5 *:flex *:h-9 *:items-center">
            {/* on phones the face stands for it */}
            <span className={cx(mode === 'shuffle' && 'max-[28.2rem]:hidden!')}>
              <ChevronDown size="1em" aria-hidden />
            </span>
            <span className="whitespace-nowrap">{name}</span>
            {mode === 'shuffle' ? (
              <span>
                <span className="size-5">
                  <Suspense>
                    <PillFace />
                  </Suspense>
                </span>
              </span>
            ) : null}
          </span>
        </button>
      }
    >
      {(menu) => <FeedModeMenu {...menu} mode={mode} />}
    </LazyMenu>
  );
};
