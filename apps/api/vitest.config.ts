import { defineConfig } from 'vitest/config';

// Without "module": some packages keep under it what only bundlers can resolve.
const conditions = ['source', 'node', 'development|production', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['../../scripts/lib/property-seed.mjs'],
    globalSetup: ['src/testing/global-setup.ts'],
    // One database serves all files and the machine may be small.
    maxWorkers: 2,
    isolate: false,
    // a hang still fails, and what is late on a busy machine is still correct: some tests start several programs
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // a poll ends on the first match
    expect: { poll: { timeout: 15_000 } },
  },
});
