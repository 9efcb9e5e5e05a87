import { t } from '@lingui/core/macro';
import type { Media } from '@social-feed/contracts';
import { ChevronDown } from 'lucide-react';
import type { CSSProperties } from 'react';
import { cx } from '../../../../lib/class-names';
import { frameStyle, splitForGrid } from '../model/media-items';
import { MediaLink } from './media-item';

interface MediaGridProps {
  items: Media[];
  /** Returns the viewer's address for the picture at this index. */
  hrefOf: (index: number) => string;
  eager: boolean;
  /** Whether the remaining items are unfolded. */
  expanded: boolean;
  onToggle: () => void;
}

const spanOf = (count: number, index: number): string =>
  cx(count === 3 && index === 0 && 'row-span-2', count === 2 && 'row-span-2');

/** Width of a tile in a row of two, as `sizes` of an `img`. */
const HALF = '(max-width: 767px) calc(50vw - 1rem), 299px';

interface TileProps {
  item: Media;
  href: string;
  eager: boolean;
  badge?: boolean;
  sizes?: string;
  className?: string;
  style?: CSSProperties;
}

const Tile = ({ className, style, ...media }: TileProps) => (
  <div className={cx('relative min-h-0 min-w-0 overflow-hidden', className)} style={style}>
    <MediaLink {...media} fit="cover" />
  </div>
);

/** Up to four items in a frame of fixed shape, the others folded below (F §2). */
export const MediaGrid = ({ items, hrefOf, eager, expanded, onToggle }: MediaGridProps) => {
  const { grid, rest } = splitForGrid(items);
  const [first] = grid;
  if (!first) return null;
  if (grid.length === 1)
    return (
      <Tile
        item={first}
        href={hrefOf(0)}
        eager={eager}
        className="rounded-media"
        style={frameStyle(grid, 'grid')}
      />
    );
  // one ALT badge per post: the viewer shows the description of each item
  const described = grid.findIndex(({ alt }) => alt !== '');
  const frame = (
    <div
      className="grid grid-cols-2 grid-rows-2 gap-0.5 overflow-hidden rounded-media"
      style={frameStyle(grid, 'grid')}
    >
      {grid.map((item, index) => (
        <Tile
          key={item.url}
          item={item}
          href={hrefOf(index)}
          eager={eager && index === 0}
          badge={index === described}
          sizes={HALF}
          className={spanOf(grid.length, index)}
        />
      ))}
    </div>
  );
  if (rest.length === 0) return frame;
  return (
    <div>
      {frame}
      <div className="mt-1">
        <button
          type="button"
          aria-expanded={expanded}
          onClick={onToggle}
          className="inline-flex min-h-11 items-center gap-1.5 rounded-pill text-meta font-semibold text-muted hover:text-text"
        >
          <span>{t`Additional Media (${rest.length})`}</span>
          <ChevronDown
            size="1em"
            aria-hidden
            className={cx('transition-transform', expanded && 'rotate-180')}
          />
        </button>
        {expanded ? (
          <div className="grid grid-cols-2 gap-0.5 overflow-hidden rounded-media">
            {rest.map((item, index) => (
              <Tile
                key={item.url}
                item={item}
                href={hrefOf(grid.length + index)}
                eager={false}
                badge={false}
                sizes={HALF}
                className="aspect-[4/3]"
              />
            ))}
          </div>
        ) : null}
      </div>
    </div>
  );
};
