import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const read = (path) => readFileSync(join(root, path), 'utf8');
/** Metrics that prom-client and Prometheus itself make. */
const OTHERS = /^(up|process_resident_memory_bytes|nodejs_eventloop_lag_p99_seconds)$/;

/** Names in the API's code, with the series that a histogram has. */
const declared = new Set(
  ['apps/api/src/platform/metrics.ts', 'apps/api/src/gauges.ts'].flatMap((path) =>
    [...read(path).matchAll(/'([a-z]+(?:_[a-z]+)+)'/g)].flatMap(([, name]) => [
      name,
      `${name}_bucket`,
      `${name}_count`,
    ]),
  ),
);
const named = (text) => [...text.matchAll(/\b[a-z]+(?:_[a-z\d]+)+\b|\bup\b/g)].map(([name]) => name);
const FUNCTIONS = new Set(['histogram_quantile', '__rate_interval', 'rate_interval']);

describe('the tests of the alert rules', () => {
  const series = [
    ...read('deploy/prometheus/alerts.test.yml').matchAll(/series: '(.*?)',\s+values: '(\S+)/g),
  ];
  /** The API makes these with their first event; all others exist from its start. */
  const isMadeLater = (name) => name.includes('status="500"');

  it('begin their series as the API begins them', () => {
    expect(series.length).toBeGreaterThan(8);
    const counts = series.filter(([, name]) => /^(jobs_|mails_|http_|sign_ups)/.test(name));
    for (const [, name, first] of counts)
      expect([name, first[0]]).toEqual([name, isMadeLater(name) ? '_' : expect.stringMatching(/^[0_]/)]);
    expect(counts.some(([, name]) => isMadeLater(name))).toBe(true);
  });
});

describe('the dashboard and the alert rules', () => {
  it.each([
    ['deploy/grafana/social-feed.json', /"expr": "(.*)"/g],
    ['deploy/prometheus/alerts.yml', /expr: (?:>-\n\s+)?(.*)/g],
  ])('%s names only metrics that exist', (path, expressions) => {
    const names = [...read(path).matchAll(expressions)]
      .flatMap(([, expression]) => named(expression))
      .filter((name) => !FUNCTIONS.has(name) && !OTHERS.test(name));
    expect(names.length).toBeGreaterThan(8);
    expect(names.filter((name) => !declared.has(name))).toEqual([]);
  });
});
