interface BarChartProps {
  /** One bar each; `null` leaves a gap. */
  values: readonly (number | null)[];
  label: string;
}

const HEIGHT = 32;
/** A value above 0 shows at least this much. */
const LEAST = 1.5;
/** From so many bars on there is no room between them. */
const DENSE = 120;

/**
 * Bars from 0 to the highest value; the last one, of a day that is not over, is lighter. Drawn in the colour of the
 * text, which forced colours and printers keep.
 */
export const BarChart = ({ values, label }: BarChartProps) => {
  const highest = Math.max(1, ...values.map((value) => value ?? 0));
  const width = values.length < DENSE ? 0.75 : 1;
  const bar = (value: number | null, index: number): string => {
    if (value === null || value <= 0) return '';
    const height = Math.max(LEAST, (value / highest) * HEIGHT);
    return `M${index},${HEIGHT}v${-height}h${width}v${height}z`;
  };
  const last = values.length - 1;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="block h-8 w-full text-accent [scale:var(--toward-end)_1]"
      fill="currentColor"
    >
      <path d={values.slice(0, last).map(bar).join('')} />
      <path d={bar(values[last] ?? null, last)} opacity="0.5" />
    </svg>
  );
};
