import { expect, it } from 'vitest';
import { ACTS, REPORT_KINDS, REPORTED_ACTS, reportedActOf, type ReportAct } from './acts.js';

/** The keys of the queue of reports that are no acts. */
const TAKEN = ['j', 'k', 'o', 'n', 'u', '?'];

it('gives each decision about a report one key of its own [B9-17]', () => {
  const keyOf = new Map(REPORTED_ACTS.map((name) => [ACTS[name].report.decision, ACTS[name].report.key]));
  for (const name of REPORTED_ACTS) expect(ACTS[name].report.key).toBe(keyOf.get(ACTS[name].report.decision));
  const keys = [...keyOf.values(), ...TAKEN];
  expect(new Set(keys).size).toBe(keys.length);
});

it('finds the act of a decision by what was reported', () => {
  const actsOf = (decision: ReportAct) => REPORT_KINDS.map((kind) => reportedActOf(decision, kind));
  expect(actsOf('remove')).toEqual(['remove-post', 'remove-comment', undefined]);
  expect(actsOf('mark-sensitive')).toEqual(['mark-sensitive', undefined, undefined]);
  expect(actsOf('warn')).toEqual(['warn', 'warn', 'warn']);
});
