import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// Vitest requires one number for all projects. No more than there are cores: a third worker only makes the others late.
process.env.VITEST_MAX_WORKERS ??= String(availableParallelism());

/**
 * Which files begin first; the other files of these ranks follow by project. A worker stays with one project, since
 * another one would load its modules anew.
 */
const RANKS = [
  // long files of small projects, which would run alone at the end
  /scripts\/(.*\/)?(dev|test-database|text-alone)\.test\.|embedded-mongo\/.*\/faults\.test\./,
  // the longest of the API, which mostly wait, for programs or the clock
  /apps\/api\/.*\/(main|caddy|scheduled|backup|faults|http-server|live)\.test\./,
  /apps\/api\//,
  /^(?!.*apps\/web\/src\/)/,
  // short files, which end at about the same time on all workers
  /apps\/web\/src\//,
];
const rankOf = ({ moduleId }) => RANKS.findIndex((rank) => rank.test(moduleId));

class LongestFirst extends BaseSequencer {
  async sort(files) {
    const sorted = await super.sort(files);
    return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
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
      './apps/web/build-words/vitest.config.ts',
      './apps/web/worker/vitest.config.ts',
      './packages/*/vitest.config.ts',
      './scripts/vitest.config.mjs',
    ],
  },
});
