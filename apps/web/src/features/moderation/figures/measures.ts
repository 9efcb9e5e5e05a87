import { t } from '@lingui/core/macro';
import type { DayFigures } from '@social-feed/contracts';
import { formatBytes } from '../../../lib/bytes';
import { LOCALE } from '../../../lib/locale';

export type Measure = Exclude<keyof DayFigures, 'date' | 'isOver'>;

interface Shown {
  label: string;
  /** The figure of a longer time: the sum of its days, their mean, or the change from its first to its last. */
  over: 'sum' | 'mean' | 'change';
  format?: (value: number) => string;
}

const number = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const formatNumber = (value: number): string => number.format(value);

/** The figures in the order of the page. */
export const MEASURES: Readonly<Record<Measure, Shown>> = {
  people: { label: t`People`, over: 'change' },
  signUps: { label: t`Sign-ups`, over: 'sum' },
  activePeople: { label: t`Active people`, over: 'mean' },
  posts: { label: t`Posts`, over: 'sum' },
  reports: { label: t`Reports`, over: 'sum' },
  openReports: { label: t`Open reports`, over: 'change' },
  storageBytes: { label: t`Storage`, over: 'change', format: formatBytes },
  mailsSent: { label: t`Mails taken by the mail server`, over: 'sum' },
  mailsFailed: { label: t`Mails failed`, over: 'sum' },
  jobsGivenUp: { label: t`Jobs given up`, over: 'sum' },
};
export const MEASURE_NAMES = Object.keys(MEASURES) as Measure[];

/** Shown for a figure that was not counted. */
export const UNKNOWN = '–';

/** Formats a figure. */
export const textOf = (measure: Measure, value: number | null): string =>
  value === null ? UNKNOWN : (MEASURES[measure].format ?? formatNumber)(value);

/** Sums up the days: "+3", "12" or "4 a day". Leaves out days without a figure. */
export function overallOf(measure: Measure, days: readonly DayFigures[]): string {
  const values = days.map((day) => day[measure]).filter((value) => value !== null);
  if (values.length === 0) return UNKNOWN;
  const sum = values.reduce((total, value) => total + value, 0);
  switch (MEASURES[measure].over) {
    case 'sum':
      return textOf(measure, sum);
    case 'mean': {
      const mean = textOf(measure, Math.round(sum / values.length));
      return t({ message: `${mean} a day`, comment: 'On average.' });
    }
    case 'change': {
      const change = values.at(-1)! - values[0]!;
      if (change === 0) return t`no change`;
      return `${change > 0 ? '+' : '−'}${textOf(measure, Math.abs(change))}`;
    }
  }
}
