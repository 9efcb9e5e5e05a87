import type { readBuild } from '../../../scripts/lib/web-build.mjs';
import { count, figure, median, table } from '../lib/figures.js';
import type { Load } from './measure-load.js';
import type { Scroll } from './measure-scroll.js';
import type { Stretch, Thousand } from './measure-thousand.js';
import { SCREENS, type Screen } from './page.js';

type Build = ReturnType<typeof readBuild>;

export interface Measured {
  load: Load[];
  scroll: Scroll[];
}

export interface Results {
  rounds: number;
  machine: string;
  measured: Record<Screen, Record<'app' | 'floor', Measured>>;
  builds: Record<'app' | 'floor', Build>;
}

const MB = 1024 * 1024;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
const middle = <T>(runs: readonly T[], value: (run: T) => number) => median(runs.map(value));
/** The median of each round's ratio: both sides ran within the same minute. */
const ratio = <T>(above: readonly T[], below: readonly T[], value: (run: T) => number) => {
  const ratios = above.map((run, round) => value(run) / value(below[round] ?? run));
  return ratios.every(Number.isFinite) ? median(ratios).toFixed(2) : '–';
};

/** A stretch of the list, compared with the same answers alone. */
const heapRow = ({ from, to, heap, code }: Stretch, data = Number.NaN): string[] => [
  `posts ${from} to ${to}`,
  ...[heap, code, heap - code, data].map((bytes) => figure(bytes / MB)),
  figure((heap - code) / data),
  '≤ 1',
];

/** Results of opening the feed at one width, and of scrolling it if measured. */
function reportScreen(screen: Screen, { app, floor }: Record<'app' | 'floor', Measured>): string[] {
  const { width, height } = SCREENS[screen].viewport;
  const loads: [string, (run: Load) => number, string][] = [
    ['first contentful paint, ms', (run) => run.fcp, ''],
    ['first post, ms', (run) => run.firstPost, 'ratio ≤ 0.6'],
    ['first picture, ms', (run) => run.firstPicture, ''],
    ['largest contentful paint, ms', (run) => run.lcp, 'ratio ≤ 0.85'],
    ['script, ms', (run) => run.script, 'ratio ≤ 2.0'],
    ['tasks over 50 ms, ms', (run) => run.longTasks, '≤ 250'],
    ['heap, MB', (run) => run.heap / MB, 'ratio ≤ 1.3'],
    ['requests, all', (run) => run.allRequests, ''],
    ['requests until the first picture', (run) => run.requests, '≤ 25'],
    ['scripts until the first picture', (run) => run.scripts.length, '≤ 12'],
    ['the same in kB', (run) => sum(run.scripts) / 1000, '≤ 150'],
  ];
  const scrolls: [string, (run: Scroll) => number, string][] = [
    ['dropped frames, share', (run) => run.dropped, '≤ 0.15'],
    ['blocking (beyond 50 ms a task), ms', (run) => run.blocking, '≤ 30'],
    ["the same of the thread's own time, ms", (run) => run.ownBlocking, '≤ 30'],
    ['longest task, own time, ms', (run) => run.longest, ''],
    ['script, ms a screen', (run) => run.script, 'ratio ≤ 2.5'],
    ['layout and style, ms a screen', (run) => run.layout, 'ratio ≤ 2'],
    ['layouts a screen', (run) => run.layouts, '≤ 5'],
    ['elements in the document', (run) => run.nodes, 'flat'],
    ['cards in the document', (run) => run.cards, '≤ 60'],
    ['layout shift (CLS)', (run) => run.shift, '≤ 0.01'],
    ['heap growth, MB', (run) => run.heap / MB, ''],
  ];
  return [
    table(
      [`opening the feed, ${width} × ${height}`, 'app', 'floor', 'ratio', 'aim'],
      loads.map(([name, value, aim]) => [
        name,
        figure(middle(app.load, value)),
        figure(middle(floor.load, value)),
        ratio(app.load, floor.load, value),
        aim,
      ]),
    ),
    ...(app.scroll.length === 0
      ? []
      : [
          '',
          table(
            [`scroll of 30 screens, 3,000 px/s, ${width} × ${height}`, 'app', 'floor', 'aim'],
            scrolls.map(([name, value, aim]) => [
              name,
              figure(middle(app.scroll, value)),
              figure(middle(floor.scroll, value)),
              aim,
            ]),
          ),
        ]),
    '',
  ];
}

/** The tables of docs/bench.md: opening the feed, scrolling it, and startup cost. */
export function report({ rounds, machine, measured, builds }: Results): string {
  const size = (name: string, bytes: number, below: number, aim: string) => [
    name,
    count(bytes),
    (bytes / below).toFixed(2),
    aim,
  ];
  const { app, floor } = builds;
  const scripts = (build: Build, chunk: string) => build.gzipped(build.scripts(chunk));
  const base = floor.gzipped(floor.scripts());
  return [
    `${machine}. Processor slowed 4 times, network 1.44 Mbit/s and 562 ms ("Fast 3G"), cold cache,`,
    `signed in, behind Caddy with TLS. ${rounds} rounds in turns; medians.`,
    '',
    ...reportScreen('phone', measured.phone),
    ...reportScreen('desktop', measured.desktop),
    table(
      ['initial bytes, gzip', 'bytes', 'ratio to the floor', 'aim'],
      [
        size('floor', base, base, ''),
        size('feed', scripts(app, 'feed'), base, '≤ 150,000'),
        size('sign-in', scripts(app, 'login'), base, '≤ 110,000'),
        ['style', count(app.gzipped(app.files.filter((name) => name.endsWith('.css')))), '', '≤ 12,600'],
      ],
    ),
  ].join('\n');
}

/**
 * The tables of a thousand posts.
 * @param thousand includes the heap growth by the same answers alone, in bytes per stretch
 */
export const reportThousand = (thousand: Thousand & { data: number[] }): string =>
  [
    table(
      ['a thousand posts, nothing slowed', 'app', 'aim'],
      [
        ['most cards in the document', String(thousand.cards), '≤ 60'],
        ['most elements (with the first page)', `${thousand.nodes} (${thousand.nodesAtFirst})`, 'flat'],
        ['layout shift (CLS)', figure(thousand.shift), '≤ 0.01'],
        ['tasks over 50 ms (longest)', `${thousand.longTasks} (${figure(thousand.longest)})`, '0'],
      ],
    ),
    '',
    table(
      ['heap growth, MB', 'all', 'code', 'without code', 'the answers alone', 'ratio', 'aim'],
      [heapRow(thousand.first, thousand.data[0]), heapRow(thousand.second, thousand.data[1])],
    ),
  ].join('\n');
