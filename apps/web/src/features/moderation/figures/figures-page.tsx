import { plural, t } from '@lingui/core/macro';
import type { DayFigures } from '@social-feed/contracts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { keys } from '../../../cache/keys';
import { Card } from '../../../components/ui/card';
import { Failed } from '../../../components/ui/empty-state';
import { Segmented } from '../../../components/ui/segmented';
import { Skeleton } from '../../../components/ui/skeleton';
import { api } from '../../../lib/api-client';
import { messageOf } from '../../../lib/api-error';
import { cx } from '../../../lib/class-names';
import { BarChart } from './bar-chart';
import { DayTable } from './day-table';
import { MEASURES, MEASURE_NAMES, overallOf, textOf, UNKNOWN, type Measure } from './measures';

const SPANS = { 30: t`30 days`, 90: t`90 days`, 365: t`365 days` };
type Span = keyof typeof SPANS;

const ABOUT = t`Days are days in UTC. ${UNKNOWN} stands for what nobody counted. Active people were signed in and used this place. Mails are counted when the mail server takes or rejects them; without one none is counted.`;

/** Describes the range of a measure for screen readers. */
function chartLabel(measure: Measure, days: readonly DayFigures[]): string {
  const values = days.map((day) => day[measure]).filter((value) => value !== null);
  const { label } = MEASURES[measure];
  if (values.length === 0) return t`${label}: not known`;
  const least = textOf(measure, Math.min(...values));
  const most = textOf(measure, Math.max(...values));
  return t`${label} by day, between ${least} and ${most}`;
}

/** Large text leaves no room for it; the table of days says the same. */
const CHART = 'max-[16rem]:hidden';

/** Each figure with today's value, what the days amount to, and a chart of them. */
const Overview = ({ days, today, span }: { days: readonly DayFigures[]; today: DayFigures; span: Span }) => (
  <Card className="p-4 md:p-5">
    <table className="w-full text-body [font-variant-numeric:tabular-nums]">
      <caption className="sr-only">{plural(span, { other: 'Figures of the last # days' })}</caption>
      <thead className="text-meta text-muted">
        <tr>
          <th scope="col" className="pb-2 text-start font-medium">
            <span className="sr-only">{t`Figure`}</span>
          </th>
          <th scope="col" className="pb-2 text-end font-medium">
            {t`Today so far`}
          </th>
          <th scope="col" className="pb-2 ps-3 text-end font-medium">
            {SPANS[span]}
          </th>
          <th scope="col" className={cx(CHART, 'pb-2')}>
            <span className="sr-only">{t`By day`}</span>
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {MEASURE_NAMES.map((measure) => (
          <tr key={measure}>
            <th scope="row" className="py-2 text-start font-medium wrap-anywhere">
              {MEASURES[measure].label}
            </th>
            <td className="py-2 text-end">{textOf(measure, today[measure])}</td>
            <td className="py-2 ps-3 text-end text-muted">{overallOf(measure, days)}</td>
            <td className={cx(CHART, 'w-[28%] py-2 ps-3 md:w-2/5 md:ps-5')}>
              <BarChart values={days.map((day) => day[measure])} label={chartLabel(measure, days)} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </Card>
);

/** /admin/figures: how the instance grows, in numbers that name nobody. */
export const FiguresPage = () => {
  const [span, setSpan] = useState<Span>(30);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: keys.figures(span),
    queryFn: async ({ signal }) => ({
      days: (await api.call('getFigures', { query: { days: span }, signal })).data,
      span,
    }),
    staleTime: 0,
    placeholderData: keepPreviousData,
  });
  const today = data?.days.at(-1);
  return (
    <div className="flex flex-col gap-4">
      <div className="print:hidden">
        <Segmented
          label={t({
            message: 'Time',
            context: 'span of time',
            comment: 'How many days the figures are about.',
          })}
          size="sm"
          options={SPANS}
          value={String(span) as `${Span}`}
          onChange={(value) => setSpan(Number(value) as Span)}
        />
      </div>
      {error && data === undefined ? (
        <Failed text={messageOf(error)} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data === undefined || today === undefined ? (
        <div role="status" aria-label={t`Loading the figures`}>
          <Skeleton className="h-120 rounded-card" />
        </div>
      ) : (
        <>
          <Overview days={data.days} today={today} span={data.span} />
          <DayTable days={data.days} />
          <p className="text-meta text-muted">{ABOUT}</p>
        </>
      )}
    </div>
  );
};
