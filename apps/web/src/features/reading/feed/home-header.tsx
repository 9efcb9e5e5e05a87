import { t } from '@lingui/core/macro';
import { useEffect, useState, useRef, type RefObject, type MouseEvent, type ReactNode } from 'react';
import { Segmented } from '../../../components/ui/segmented';
import { Spinner } from '../../../components/ui/spinner';
import type { Elements } from '../../../lib/elements';
import { DEBOUNCE, onScroll } from '../../../lib/on-scroll';
import { cx } from '../../../lib/class-names';
import { useInstanceName } from '../../../lib/instance-store';

/** Sizes of the home header: 64, 52 and 40 px (F §2). */
export type HeaderSize = 'normal' | 'compact' | 'ultra-compact';

const COMPACT_AT = 50;
const ULTRA_AT = 300;
const UP_BY = 100;
const FAST_PX_PER_MS = 10;

/**
 * Returns the header size for a scroll position `y` in pixels and a `velocity` in pixels per millisecond, either
 * sign (F §9). After scrolling up by more than 100 px (`up`), an ultra-compact header grows back to compact,
 * because the reader is probably looking for something.
 */
export const headerSize = (y: number, velocity: number, up = 0): HeaderSize => {
  if (y <= COMPACT_AT) return 'normal';
  const fast = Math.abs(velocity) > FAST_PX_PER_MS;
  return fast || (y > ULTRA_AT && up <= UP_BY) ? 'ultra-compact' : 'compact';
};

/** Progress toward the ultra-compact size, 0 to 1; full at 300 px (F §2). */
export const scrollProgress = (y: number): number => Math.min(1, Math.max(0, y / ULTRA_AT));

/** Scroll distance in pixels from which the scroll-to-top button shows (F §2: about 200 to 300; F §9). */
export const DEEP_AT = 200;

/** Scrolling has ended after this many milliseconds without an event, and the velocity is 0. */
const STILL = 150;

/**
 * Returns the header size for the current scroll position and velocity. Writes the progress (0 to 1) to the custom
 * property `--progress` of `line`, so that scrolling causes no renders.
 */
export const useHeaderSize = (line: RefObject<HTMLElement | null>): HeaderSize => {
  const [size, setSize] = useState<HeaderSize>(() => headerSize(window.scrollY, 0));
  useEffect(() => {
    let last = { y: window.scrollY, at: performance.now() };
    /** Start of the upward scroll: the lowest point since the last downward move. */
    let turn = last.y;
    let progress: string | undefined;
    let still: ReturnType<typeof setTimeout> | undefined;
    const read = (y: number) => {
      const now = { y, at: performance.now() };
      const velocity = (now.y - last.y) / Math.max(1, now.at - last.at);
      if (now.y > last.y) turn = now.y;
      last = now;
      const next = String(scrollProgress(now.y));
      // Setting the same value again would recalculate styles.
      if (next !== progress) line.current?.style.setProperty('--progress', next);
      progress = next;
      setSize(headerSize(now.y, velocity, turn - now.y));
    };
    read(window.scrollY);
    const stop = onScroll((y) => {
      read(y);
      clearTimeout(still);
      still = setTimeout(() => read(y), STILL - DEBOUNCE);
    });
    return () => {
      clearTimeout(still);
      stop();
    };
  }, [line]);
  return size;
};

export type Section = 'home' | 'messages';

const SECTIONS = { home: t`Home`, messages: t`Messages` };

/**
 * 64, 52 and 40 px if the row is 64. The bar shrinks inside a box of constant height, so that the content below
 * does not move.
 */
const BAR: Record<HeaderSize, string> = {
  normal: 'h-full',
  compact: 'h-[calc(100%-12px)]',
  'ultra-compact': 'h-[calc(100%-24px)]',
};
/** The row moves up to the middle of the bar. Its texts and its targets of 44 px keep their size, its pill does not. */
const ROW: Record<HeaderSize, string> = {
  normal: '',
  compact: '-translate-y-1.5',
  'ultra-compact': '-translate-y-3 [&_[role=group]>span]:inset-y-1.5',
};

interface HomeHeaderProps {
  section: Section;
  /** Whether a refresh or a switch is running. */
  disabled: boolean;
  refreshing: boolean;
  noticeShown: boolean;
  onSwitch: (section: Section) => void;
  onPressActive: (section: Section) => void;
  onRefresh: () => void;
  /** Next to the title: the feed mode menu. */
  modeMenu?: ReactNode;
  /** At the end of the row below desktop width: the account menu. */
  account?: Elements;
}

/** The name and the switch between the two sections, in three sizes with a progress line (F §2). */
export const HomeHeader = (props: HomeHeaderProps) => {
  const { section, disabled, refreshing, noticeShown } = props;
  const line = useRef<HTMLSpanElement>(null);
  const size = useHeaderSize(line);
  const name = useInstanceName();
  const handleDouble = (event: MouseEvent) => {
    event.preventDefault();
    props.onRefresh();
  };
  return (
    <header data-size={size} className="pointer-events-none sticky top-0 z-30">
      <span
        aria-hidden
        className={cx(
          'pointer-events-auto absolute inset-x-0 top-0 bg-background/90 [backdrop-filter:blur(16px)] transition-[height] max-md:bg-surface/90',
          BAR[size],
        )}
      >
        <span className="absolute inset-x-0 bottom-0 h-0.5 border-b border-line md:border-transparent">
          <span
            ref={line}
            className="absolute inset-0 origin-left bg-accent rtl:origin-right"
            style={{ transform: 'scaleX(var(--progress, 0))' }}
          />
        </span>
      </span>
      <div
        className={cx(
          'relative flex min-h-16 flex-wrap items-center gap-x-1 ps-4 pe-2 transition-[translate] max-[28.2rem]:gap-x-0 max-[28.2rem]:ps-3 max-[24rem]:ps-2 min-[33rem]:gap-x-3 md:px-1 *:pointer-events-auto',
          ROW[size],
        )}
      >
        {/* on phones its basis decides whether the row wraps, so that a long mode is left out instead */}
        <div
          className={cx(
            'grid items-center max-[28.2rem]:flex-[1_1_8rem] max-[22.5rem]:flex-[1_1_6.5rem]',
            // names of the usual length keep their place
            name.length > 12
              ? 'min-w-0 grid-cols-[minmax(0,auto)_minmax(2.75rem,1fr)]'
              : 'min-w-min grid-cols-[auto_minmax(2.75rem,1fr)]',
          )}
        >
          {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Home button refreshes by keyboard */}
          <h1
            translate="no"
            title={t`Double-click to refresh`}
            onDoubleClick={handleDouble}
            className={cx(
              'text-section leading-tight font-bold tracking-tight whitespace-nowrap select-none max-[33rem]:text-title max-[28.2rem]:text-body max-[22.5rem]:text-meta',
              name.length > 12 && 'truncate',
            )}
          >
            {name}
          </h1>
          <div className="flex min-w-0 ps-1 empty:hidden max-[28.2rem]:ps-0.5 min-[24rem]:ps-2">
            {props.modeMenu}
          </div>
        </div>
        <div className="ms-auto min-w-48 whitespace-nowrap max-[28.2rem]:min-w-37 max-[22.5rem]:min-w-32 max-[28.2rem]:[&_button]:px-1 max-[28.2rem]:[&_button]:text-meta min-[33rem]:min-w-54">
          <Segmented
            label={t`Section`}
            byLength
            options={SECTIONS}
            value={section}
            disabled={disabled}
            onChange={props.onSwitch}
            onPressActive={props.onPressActive}
          />
        </div>
        {props.account}
      </div>
      <p
        role="status"
        className={cx(
          'absolute inset-x-0 top-full mx-auto mt-2 flex w-fit items-center gap-2 rounded-pill bg-accent px-4 py-1.5 text-meta font-semibold text-accent-ink shadow-float transition-[opacity,translate]',
          noticeShown || refreshing ? 'translate-y-0' : '-translate-y-2 opacity-0',
        )}
      >
        {refreshing ? <Spinner size={14} /> : null}
        {noticeShown ? (
          <span>{size === 'ultra-compact' ? t`Refreshing...` : t`Refreshing feed...`}</span>
        ) : null}
      </p>
    </header>
  );
};
