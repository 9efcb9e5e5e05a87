import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

// Vitest requires one number for all projects. One more than there are cores: some tests wait for programs.
process.env.VITEST_MAX_WORKERS ??= String(availableParallelism() + 1);

/** All tests but those in a browser (`apps/web/e2e`), as `npm test` runs them. Each workspace's config works alone too. */
export default defineConfig({
  test: {
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
