import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// Vitest requires one number for all projects. One more than there are cores: some tests wait for programs.
process.env.VITEST_MAX_WORKERS ??= String(availableParallelism() + 1);

/** The files that mostly wait, for programs or the clock: begun last, they would run alone for more than a minute. */
const LONGEST = /\/(main|caddy|scheduled|backup|faults|dev|http-server|live)\.test\./;

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => LONGEST.test(other.moduleId) - LONGEST.test(one.moduleId));
  }
}

/** All tests but those in a browser (`apps/web/e2e`), as `npm test` runs them. Each workspace's config works alone too. */
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      './apps/api/vitest.config.ts',
      './apps/web/vitest.app.config.ts',
      './apps/web/server/vitest.config.ts',
      './apps/web/worker/vitest.config.ts',
      './packages/*/vitest.config.ts',
      './scripts/vitest.config.mjs',
    ],
  },
});
