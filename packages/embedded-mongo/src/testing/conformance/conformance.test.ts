import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hasSpec, refusedAtMost, refusedShare, refusedThing, runConformance } from './run.js';

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8');

describe.skipIf(!hasSpec())("MongoDB's driver test data", () => {
  it('is answered as MongoDB does, or refused by something that the README names', async () => {
    const result = await runConformance();
    expect(result.different).toEqual([]);
    // all that a standalone server can be asked was asked
    expect(result.same + result.refused.length).toBeGreaterThan(460);
    expect(refusedShare(result)).toBeLessThanOrEqual(refusedAtMost);
    const refusals = [...new Set(result.refused.map(refusedThing))];
    expect(refusals.filter((name) => !readme.includes(`\`${name}\``))).toEqual([]);
  }, 240_000);
});
