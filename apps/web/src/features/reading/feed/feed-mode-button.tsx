import { t } from '@lingui/core/macro';
import { ChevronDown } from 'lucide-react';
import { Suspense } from 'react';
import { LazyMenu } from '../../../components/ui/lazy-menu';
import { afterPicture } from '../../../lib/first-picture';
import { cx } from '../../../lib/class-names';
import { lazyPart } from '../../../lib/lazy';
import type { FeedMode } from './feed-modes';

const FeedModeMenu = lazyPart(() => import('./feed-mode-menu'), 'FeedModeMenu');
const PillFace = lazyPart(() => afterPicture(() => import('./pill-face')), 'PillFace');

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
          className="group flex min-h-11 min-w-11 items-center text-meta font-semibold text-accent-text max-[28.2rem]:text-[0.75rem] max-[28.2rem]:tracking-tight @max-[18ch]:justify-end"
        >
          {/* 36 px of the button's 44 */}
          <span className="flex min-h-9 max-w-full items-center gap-0.5 rounded-pill bg-accent-soft px-2.5 transition-[filter] group-hover:[filter:brightness(0.97)] max-[28.2rem]:ps-1.5 max-[28.2rem]:pe-1 @max-[18ch]:px-1.5">
            {mode === 'shuffle' ? (
              <span className="size-5 shrink-0 @max-[18ch]:hidden">
                <Suspense>
                  <PillFace />
                </Suspense>
              </span>
            ) : null}
            <span className="truncate @max-[18ch]:sr-only">{name}</span>
            <ChevronDown
              size="1em"
              aria-hidden
              // on phones the face stands for it, where there is room for the name
              className={cx('shrink-0', mode === 'shuffle' && 'max-[28.2rem]:hidden @max-[18ch]:block!')}
            />
          </span>
        </button>
      }
    >
      {(menu) => <FeedModeMenu {...menu} mode={mode} />}
    </LazyMenu>
  );
};
