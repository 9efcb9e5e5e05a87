import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // the smallest machine has two cores
    maxWorkers: 2,
    projects: [
      './vitest.app.config.ts',
      './server/vitest.config.ts',
      './build-words/vitest.config.ts',
      './worker/vitest.config.ts',
    ],
  },
});
