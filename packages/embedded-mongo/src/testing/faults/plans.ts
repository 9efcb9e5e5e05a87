import fc from 'fast-check';
import { planCase, PlanRunner } from '../plans.js';

/** Compares plans with scans on new random cases; resolves with the smallest failing case, if any, and the seed. */
export async function randomPlans(
  directory: string,
  { cases, seed }: { cases: number; seed: number },
): Promise<{ seed: number; wrong: string[] }> {
  const runner = new PlanRunner(directory);
  const property = fc.asyncProperty(planCase, async (one) => (await runner.run(one)).length === 0);
  const { counterexample } = await fc.check(property, { numRuns: cases, seed });
  const wrong = counterexample ? await runner.run(counterexample[0]) : [];
  await runner.close();
  return { seed, wrong };
}
