import fc from 'fast-check';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { planExamples } from '../testing/plan-examples.js';
import { planCase, PlanRunner } from '../testing/plans.js';
import { runs } from '../testing/runs.js';
import { temporaryDirectory } from '../testing/server.js';

const directory = temporaryDirectory();
let runner: PlanRunner;
beforeAll(() => {
  runner = new PlanRunner(directory);
});
afterAll(async () => {
  await runner.close();
  rmSync(directory, { recursive: true });
});

describe('plans with an index', () => {
  it.each(planExamples.map((example) => [JSON.stringify(example), example] as const))(
    'find the same documents as a scan in %s',
    async (_shown, example) => {
      expect(await runner.run(example)).toEqual([]);
    },
  );

  it('find the same documents as a scan, in the requested order', async () => {
    const property = fc.asyncProperty(planCase, async (one) => {
      expect(await runner.run(one)).toEqual([]);
    });
    await fc.assert(property, { numRuns: runs(100, 300), seed: 20261122 });
  }, 120_000);
});
