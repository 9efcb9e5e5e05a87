import { BAR, barHeight, type ChartDay } from '../model/analytics';

const dayOf = (iso: string, style: 'short' | 'long'): string => {
  const date = new Date(iso);
  if (Number.isNaN(date.getTime())) return iso;
  return date.toLocaleDateString('en', {
    timeZone: 'UTC',
    ...(style === 'short' ? { weekday: 'short' } : { weekday: 'long', day: 'numeric', month: 'long' }),
  });
};

const Key = ({ className, label }: { className: string; label: string }) => (
  <span className="flex items-center gap-1.5">
    <span className={`size-2.5 rounded-full ${className}`} />
    {label}
  </span>
);

/** Views and likes by day as bars of at most 60 px (A §9), with the same figures as a table for assistive use. */
export const AnalyticsChart = ({ days }: { days: ChartDay[] }) => {
  const highest = Math.max(0, ...days.flatMap(({ views, likes }) => [views, likes]));
  return (
    <figure className="mt-5">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-meta text-muted">
        <span className="mr-auto font-medium text-text">Last {days.length} days</span>
        <span aria-hidden className="flex gap-4">
          <Key className="bg-accent" label="Views" />
          <Key className="bg-like" label="Likes" />
        </span>
      </figcaption>
      <ol aria-hidden className="mt-3 flex gap-1.5 sm:gap-3">
        {days.map((day) => (
          <li
            key={day.date}
            title={`${dayOf(day.date, 'long')}: ${day.views} views, ${day.likes} likes`}
            className="min-w-0 flex-1"
          >
            <div
              className="flex items-end justify-center gap-1 border-b border-line"
              style={{ height: BAR.max + 1 }}
            >
              <span
                data-bar="views"
                className="w-3 rounded-t-[3px] bg-accent sm:w-4"
                style={{ height: barHeight(day.views, highest) }}
              />
              <span
                data-bar="likes"
                className="w-3 rounded-t-[3px] bg-like sm:w-4"
                style={{ height: barHeight(day.likes, highest) }}
              />
            </div>
            <p className="mt-1.5 truncate text-center text-meta text-muted">{dayOf(day.date, 'short')}</p>
          </li>
        ))}
      </ol>
      <table className="sr-only">
        <caption>Views and likes by day</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            <th scope="col">Views</th>
            <th scope="col">Likes</th>
          </tr>
        </thead>
        <tbody>
          {days.map((day) => (
            <tr key={day.date}>
              <th scope="row">{dayOf(day.date, 'long')}</th>
              <td>{day.views}</td>
              <td>{day.likes}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
};
