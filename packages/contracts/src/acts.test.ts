import { expect, it } from 'vitest';
import { ACTS, REPORT_ACTS, REPORT_KINDS, REPORTED_ACTS, reportedActOf } from './acts.js';

/** The keys of the queue of reports that are no acts. */
const TAKEN = ['j', 'k', 'o', 'n', 'u', '?'];

it('gives each decision about a report one key of its own [B9-17]', () => {
  const keyOf = new Map(REPORTED_ACTS.map((name) => [ACTS[name].report.decision, ACTS[name].report.key]));
  for (const name of REPORTED_ACTS) expect(ACTS[name].report.key).toBe(keyOf.get(ACTS[name].report.decision));
  const keys = [...keyOf.values(), ...TAKEN];
  expect(new Set(keys).size).toBe(keys.length);
});

it('finds the act of each decision by what was reported', () => {
  const found = REPORT_KINDS.map((kind) => REPORT_ACTS.map((decision) => reportedActOf(decision, kind)));
  expect(found).toEqual([
    ['remove-post', 'mark-sensitive', 'warn', 'suspend', 'dismiss'],
    ['remove-comment', undefined, 'warn', 'suspend', 'dismiss'],
    [undefined, undefined, 'warn', 'suspend', 'dismiss'],
  ]);
});
