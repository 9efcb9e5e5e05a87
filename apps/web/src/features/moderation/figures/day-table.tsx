import { t } from '@lingui/core/macro';
import type { DayFigures } from '@social-feed/contracts';
import { ChevronDown } from 'lucide-react';
import { useId, useState } from 'react';
import { Card } from '../../../components/ui/card';
import { MEASURES, MEASURE_NAMES, textOf } from './measures';
import { LOCALE } from '../../../lib/locale';

/** A day of the figures, which is one in UTC wherever the reader is. */
const day = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });

/** All figures of all days, the latest first, once it is opened. */
export const DayTable = ({ days }: { days: readonly DayFigures[] }) => {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <Card as="section" aria-labelledby={id}>
      <h2 id={id}>
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 w-full items-center justify-between gap-3 p-4 rounded-card text-start font-semibold -outline-offset-2 md:px-5"
        >
          <span>{t`Day by day`}</span>
          <ChevronDown size={18} aria-hidden className={isOpen ? 'rotate-180' : undefined} />
        </button>
      </h2>
      {isOpen ? (
        // Focusable, so that it scrolls by keyboard.
        <article
          tabIndex={0}
          aria-labelledby={id}
          className="overflow-x-auto px-4 pb-4 -outline-offset-2 md:px-5"
        >
          <table className="w-full text-meta [font-variant-numeric:tabular-nums] whitespace-nowrap print:whitespace-normal">
            <thead className="text-muted">
              <tr>
                <th scope="col" className="py-2 text-start font-medium">
                  {t`Day`}
                </th>
                {MEASURE_NAMES.map((measure) => (
                  <th key={measure} scope="col" className="py-2 ps-4 text-end font-medium">
                    {MEASURES[measure].label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody className="divide-y divide-line">
              {[...days].reverse().map((figures) => (
                <tr key={figures.date}>
                  <th scope="row" className="py-2 text-start font-medium">
                    {figures.isOver ? day.format(new Date(figures.date)) : t`Today, not over yet`}
                  </th>
                  {MEASURE_NAMES.map((measure) => (
                    <td key={measure} className="py-2 ps-4 text-end">
                      {textOf(measure, figures[measure])}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </article>
      ) : null}
    </Card>
  );
};
