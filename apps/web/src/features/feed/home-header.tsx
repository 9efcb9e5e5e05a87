import { useEffect, useState, useRef, type RefObject, type MouseEvent, type ReactNode } from 'react';
import { Segmented } from '../../components/ui/segmented';
import { Spinner } from '../../components/ui/spinner';
import { cx } from '../../lib/class-names';

/** Sizes of the home header: 64, 52 and 40 px (F §2). */
export type HeaderSize = 'normal' | 'compact' | 'ultra-compact';

const COMPACT_AT = 50;
const ULTRA_AT = 300;
const UP_BY = 100;
const FAST_PX_PER_MS = 10;

/**
 * `y` in pixels from the top, `velocity` in pixels per millisecond, either sign (F §9). Whoever turns back and scrolls up
 * by more than 100 px, `up` in pixels, is looking for something: an ultra-compact header grows back to compact.
 */
export const headerSize = (y: number, velocity: number, up = 0): HeaderSize => {
  if (y <= COMPACT_AT) return 'normal';
  const fast = Math.abs(velocity) > FAST_PX_PER_MS;
  return fast || (y > ULTRA_AT && up <= UP_BY) ? 'ultra-compact' : 'compact';
};

/** Share of the way to the ultra-compact size, 0 to 1: the progress line is full at 300 px (F §2). */
export const scrollProgress = (y: number): number => Math.min(1, Math.max(0, y / ULTRA_AT));

/** Deeply scrolled: beyond so many pixels the scroll-to-top button shows (F §2: about 200 to 300; F §9). */
export const DEEP_AT = 200;

/** Scroll events closer together than this many milliseconds are read as one (F §9). */
const DEBOUNCE = 16;
/** Without an event for so many milliseconds the scrolling has ended: what was fast is over. */
const STILL = 150;

/**
 * The header's size for where the window is scrolled to and how fast. Writes the progress (0 to 1) to the custom
 * property `--progress` of `line`, so that scrolling renders nothing.
 */
export const useHeaderSize = (line: RefObject<HTMLElement | null>): HeaderSize => {
  const [size, setSize] = useState<HeaderSize>(() => headerSize(window.scrollY, 0));
  useEffect(() => {
    let last = { y: window.scrollY, at: performance.now() };
    /** Where the way up began: the lowest point since the last move down. */
    let turn = last.y;
    let progress: string | undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let still: ReturnType<typeof setTimeout> | undefined;
    const read = () => {
      timer = undefined;
      const now = { y: window.scrollY, at: performance.now() };
      const velocity = (now.y - last.y) / Math.max(1, now.at - last.at);
      if (now.y > last.y) turn = now.y;
      last = now;
      const next = String(scrollProgress(now.y));
      // the same again would have the browser work out styles again
      if (next !== progress) line.current?.style.setProperty('--progress', next);
      progress = next;
      setSize(headerSize(now.y, velocity, turn - now.y));
    };
    const handleScroll = () => {
      timer ??= setTimeout(read, DEBOUNCE);
      clearTimeout(still);
      still = setTimeout(read, STILL);
    };
    read();
    window.addEventListener('scroll', handleScroll, { passive: true });
    return () => {
      clearTimeout(timer);
      clearTimeout(still);
      window.removeEventListener('scroll', handleScroll);
    };
  }, [line]);
  return size;
};

export type Section = 'home' | 'messages';

const SECTIONS = { home: 'Home', messages: 'Messages' };

/** 64, 52 and 40 px: the bar shrinks by transform inside a box of fixed height, so that nothing below it moves. */
const BAR: Record<HeaderSize, string> = {
  normal: 'scale-y-100',
  compact: 'scale-y-[0.8125]',
  'ultra-compact': 'scale-y-[0.625]',
};
const ROW: Record<HeaderSize, string> = {
  normal: '',
  compact: '-translate-y-1.5',
  'ultra-compact': '-translate-y-3',
};
const ZOOM: Record<HeaderSize, string> = { normal: '', compact: 'scale-90', 'ultra-compact': 'scale-75' };
const LINE: Record<HeaderSize, string> = {
  normal: 'translate-y-16',
  compact: 'translate-y-13',
  'ultra-compact': 'translate-y-10',
};

interface HomeHeaderProps {
  section: Section;
  /** During a refresh or a switch. */
  disabled: boolean;
  refreshing: boolean;
  noticeShown: boolean;
  onSwitch: (section: Section) => void;
  onPressActive: (section: Section) => void;
  onRefresh: () => void;
  /** Beside the title: the menu of the ways to read. */
  ways?: ReactNode;
  /** At the end of the row below the desktop width: the account menu. */
  account?: ReactNode;
}

/** "Social Feed" and the switch between the two sections, in three sizes with a progress line (F §2). */
export const HomeHeader = (props: HomeHeaderProps) => {
  const { section, disabled, refreshing, noticeShown } = props;
  const line = useRef<HTMLSpanElement>(null);
  const size = useHeaderSize(line);
  const handleDouble = (event: MouseEvent) => {
    event.preventDefault();
    props.onRefresh();
  };
  return (
    <header data-size={size} className="pointer-events-none sticky top-0 z-30 h-16 md:-mx-4 lg:mx-0">
      <span
        aria-hidden
        className={cx(
          'pointer-events-auto absolute inset-0 origin-top bg-background/90 backdrop-blur-lg transition-[scale] max-md:bg-surface/90',
          BAR[size],
        )}
      />
      <div
        className={cx(
          'relative flex h-16 items-center gap-1 pr-2 pl-4 max-[419px]:gap-0 max-[359px]:pr-1 max-[359px]:pl-2 transition-[translate] sm:gap-3 md:pr-4 lg:px-1',
          ROW[size],
        )}
      >
        {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Home button refreshes by keyboard */}
        <h1
          title="Double-click to refresh"
          onDoubleClick={handleDouble}
          className={cx(
            'pointer-events-auto min-w-0 origin-left text-section leading-tight font-bold tracking-tight whitespace-nowrap transition-[scale] select-none max-sm:text-title max-[419px]:text-body max-[359px]:text-meta',
            ZOOM[size],
          )}
        >
          Social Feed
        </h1>
        <div className={cx('pointer-events-auto transition-[scale] max-[419px]:-mr-3 sm:-ml-3', ZOOM[size])}>
          {props.ways}
        </div>
        <div
          className={cx(
            'pointer-events-auto ml-auto min-w-48 shrink-0 origin-right whitespace-nowrap transition-[scale] max-[419px]:min-w-40 max-[419px]:[&_button]:px-1.5 max-[419px]:[&_button]:text-meta sm:min-w-54',
            ZOOM[size],
          )}
        >
          <Segmented
            label="Section"
            options={SECTIONS}
            value={section}
            disabled={disabled}
            onChange={props.onSwitch}
            onPressActive={props.onPressActive}
          />
        </div>
        {props.account ? (
          <div className={cx('pointer-events-auto shrink-0 origin-right transition-[scale]', ZOOM[size])}>
            {props.account}
          </div>
        ) : null}
      </div>
      <span
        aria-hidden
        className={cx(
          'absolute inset-x-0 top-0 -mt-0.5 h-0.5 border-b border-line transition-transform',
          LINE[size],
        )}
      >
        <span
          ref={line}
          className="absolute inset-0 origin-left bg-accent"
          style={{ transform: 'scaleX(var(--progress, 0))' }}
        />
      </span>
      <p
        role="status"
        className={cx(
          'absolute inset-x-0 top-full mx-auto mt-2 flex w-fit items-center gap-2 rounded-pill bg-accent px-4 py-1.5 text-meta font-semibold text-accent-ink shadow-float transition-[opacity,translate]',
          noticeShown || refreshing ? 'translate-y-0' : '-translate-y-2 opacity-0',
        )}
      >
        {refreshing ? <Spinner size={14} /> : null}
        {noticeShown ? (
          <span>{size === 'ultra-compact' ? 'Refreshing...' : 'Refreshing feed...'}</span>
        ) : null}
      </p>
    </header>
  );
};
