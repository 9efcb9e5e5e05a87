import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { runs } from '../runs.js';
import { hasSpec, refusedAtMost, refusedShare, refusedThing, runConformance } from './run.js';

/** The file of each command; in full, the variants in `updateOne-hint.json` and the like as well. */
const PLAIN = /^(crud|run-command|sessions)\/[^-]*\.json ::/;
const [only, least] = runs(0, 1) ? [undefined, 460] : [PLAIN, 85];
const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

describe.skipIf(!hasSpec())("MongoDB's driver test data", () => {
  it('gives the same results, or rejects features that the README lists as unsupported', async () => {
    const result = await runConformance(only);
    expect(result.different).toEqual([]);
    // all tests that a standalone server can run did run
    expect(result.same + result.refused.length).toBeGreaterThan(least);
    expect(refusedShare(result)).toBeLessThanOrEqual(refusedAtMost);
    const refusals = [...new Set(result.refused.map(refusedThing))];
    expect(refusals.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  }, 240_000);
});
