import { plural, t } from '@lingui/core/macro';
import { createPermutation } from '@social-feed/feed-order';
import { formatNumber } from '../../../../lib/locale';

const WIDTH = 480;
const HEIGHT = 90;
/** Room for the mark at both sides. */
const SIDE = 4;
/** Room for the mark below the lines. */
const FOOT = 8;
const SHORTEST = 6;
/** Larger orders are drawn by this many posts, at equal distances: more are thinner than a pixel on a phone. */
const LINES_MAX = 240;

interface Line {
  x: number;
  height: number;
  lit: boolean;
}

/** The lines of an order from its first place to its last; one is the given place, from 1. */
const linesOf = (seed: number, population: number, place: number): Line[] => {
  const order = createPermutation(seed, population);
  const count = Math.min(population, LINES_MAX);
  const own = Math.floor(((place - 1) * count) / population);
  return Array.from({ length: count }, (_unused, index) => {
    const position = index === own ? place - 1 : Math.floor((index * population) / count);
    const age = order.at(position) / Math.max(1, population - 1);
    return {
      x: ((index + 0.5) * WIDTH) / count,
      height: SHORTEST + age * (HEIGHT - FOOT - SHORTEST),
      lit: index === own,
    };
  });
};

const pathOf = (lines: readonly Line[]): string =>
  lines.map(({ x, height }) => `M${x.toFixed(1)} ${HEIGHT - FOOT}v-${height.toFixed(1)}`).join('');

interface OrderPictureProps {
  seed: number;
  population: number;
  /** From 1. */
  place: number;
}

/** Draws the order of a seed: one line per post, taller for newer posts, with one place marked. */
export const OrderPicture = ({ seed, population, place }: OrderPictureProps) => {
  const lines = linesOf(seed, population, place);
  const [lit] = lines.filter((line) => line.lit);
  const text =
    lines.length === population
      ? t`Each line is a post, the newer the taller. The full line with the dot is this one.`
      : plural(lines.length, {
          one: '# posts are drawn, each as a line, the newer the taller. The full line with the dot is this one.',
          other:
            '# posts are drawn, each as a line, the newer the taller. The full line with the dot is this one.',
        });
  return (
    <figure>
      <svg
        role="img"
        aria-label={t`The order from its first to its last post; this one is in place ${formatNumber(place)}`}
        viewBox={`${-SIDE} 0 ${WIDTH + 2 * SIDE} ${HEIGHT}`}
        className="block h-auto w-full [scale:var(--toward-end)_1]"
        fill="none"
        stroke="currentColor"
      >
        <path
          d={pathOf(lines.filter((line) => !line.lit))}
          strokeWidth={Math.min(4, (0.5 * WIDTH) / lines.length)}
          className="text-muted opacity-60"
        />
        {lit ? (
          <g className="text-accent-text">
            <path d={`M${lit.x.toFixed(1)} ${HEIGHT - FOOT}V0`} strokeWidth={3} />
            <circle cx={lit.x} cy={HEIGHT - FOOT / 2} r={3} fill="currentColor" />
          </g>
        ) : null}
      </svg>
      <figcaption className="mt-2 text-meta text-muted">{text}</figcaption>
    </figure>
  );
};
