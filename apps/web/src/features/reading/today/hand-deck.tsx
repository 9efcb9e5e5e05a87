import { t } from '@lingui/core/macro';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { PartBoundary } from '../../../components/errors/part-boundary';
import { IconButton } from '../../../components/ui/icon-button';
import { cx } from '../../../lib/class-names';
import { noteFirstPicture } from '../../../lib/first-picture';
import { TABLET, useMediaQuery } from '../../../lib/use-media-query';
import type { Hidden } from '../../content/post/list/use-hidden';
import { useShortcuts } from '../../content/post/dialogs/use-shortcuts';
import { showsPicture } from '../../content/post/model/media-items';
import type { ClientPost } from '../../content/post/model/post';
import { HandCard } from './hand-card';
import { useDeckKeys } from './use-deck-keys';
import { useDeckScroll } from './use-deck-scroll';

/** In wide windows a card that comes or goes fades out before the buttons; on phones it leaves the screen. */
const SIDES = 'linear-gradient(to right, transparent, #000 1rem calc(100% - 1rem), transparent)';

interface HandDeckProps {
  posts: readonly ClientPost[];
  /** Which posts are hidden for a word or language; `null` for none. */
  hidden: Hidden | null;
  /** The card that is read, from 0; the number of posts for the end. */
  index: number;
  onIndex: (index: number) => void;
  /** What follows the last card. */
  end: ReactNode;
}

/** A place in the deck. Keys and screen readers meet the current one only. */
const Slide = ({ current, children }: { current: boolean; children: ReactNode }) => (
  <div
    className="h-full transition-transform"
    style={{
      flex: '0 0 100%',
      scrollSnapAlign: 'center',
      scrollSnapStop: 'always',
      // the next card lies behind
      transform: current ? undefined : 'scaleY(0.96)',
    }}
    inert={!current}
  >
    {children}
  </div>
);

/** One post a screen, in a scroller that snaps: swipes, momentum and the right-to-left direction are the browser's. */
export const HandDeck = ({ posts, hidden, index, onIndex, end }: HandDeckProps) => {
  const last = posts.length;
  const isWide = useMediaQuery(TABLET);
  const { scroller, go, takeOver } = useDeckScroll(index, last, onIndex);
  useDeckKeys(index, last, go);
  useShortcuts();

  // a clip plays on one card only, and the cards beside it are in sight a little
  useEffect(() => {
    for (const clip of scroller.current?.querySelectorAll<HTMLVideoElement>('[inert] video') ?? [])
      clip.pause();
  }, [index, scroller]);

  const current = posts[index];
  const waits = current !== undefined && !hidden?.at(index) && showsPicture(current);
  useEffect(() => {
    if (!waits) noteFirstPicture();
  }, [waits]);

  const back = (
    <IconButton
      label={t`Previous card`}
      aria-disabled={index === 0}
      onClick={() => go(index - 1)}
      className="aria-disabled:opacity-60"
    >
      <ChevronLeft size="1.375em" aria-hidden />
    </IconButton>
  );
  const forth = (
    <IconButton
      label={t`Next card`}
      aria-disabled={index === last}
      onClick={() => go(index + 1)}
      className="aria-disabled:opacity-60"
    >
      <ChevronRight size="1.375em" aria-hidden />
    </IconButton>
  );
  return (
    <div className="flex min-h-0 flex-1 flex-col">
      <div className="flex min-h-0 flex-1 items-center justify-center">
        {isWide ? back : null}
        <div
          ref={scroller}
          onTouchStart={takeOver}
          onWheel={takeOver}
          // on phones the edge of the next card shows; between the buttons it would be a line of no meaning
          className={cx('flex h-full min-w-0 flex-1 overflow-hidden px-4', isWide ? 'gap-4' : 'gap-1')}
          style={{
            overflowX: 'auto',
            scrollSnapType: 'x mandatory',
            scrollbarWidth: 'none',
            overscrollBehaviorX: 'contain',
            maxWidth: '32rem',
            maxHeight: '46rem',
            maskImage: isWide ? SIDES : undefined,
          }}
        >
          {posts.map((post, at) => (
            <Slide key={post._id} current={at === index}>
              {Math.abs(at - index) > 1 ? null : (
                <PartBoundary text={t`This post could not be shown.`}>
                  {hidden?.at(at) ? (
                    <div className="grid size-full items-center rounded-card border border-line bg-surface">
                      <hidden.Line
                        posts={[post]}
                        position={{ index: at + 1, size: last }}
                        byLanguage={hidden.byLanguage(at)}
                        onShow={() => hidden.open([post])}
                      />
                    </div>
                  ) : (
                    <HandCard post={post} index={at} count={last} current={at === index} />
                  )}
                </PartBoundary>
              )}
            </Slide>
          ))}
          <Slide current={index === last}>
            <div data-scrolls className="size-full overflow-y-auto">
              {end}
            </div>
          </Slide>
        </div>
        {isWide ? forth : null}
      </div>
      {isWide ? null : (
        <div className="flex items-center justify-between gap-2 px-2">
          {back}
          <span className="text-center text-meta text-balance text-muted">
            {index < 2 ? t`Double tap likes, swipe up saves` : null}
          </span>
          {forth}
        </div>
      )}
    </div>
  );
};
