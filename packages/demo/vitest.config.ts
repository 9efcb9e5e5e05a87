import { defineConfig } from 'vitest/config';

// Same as in apps/api: the sources of the other workspaces, and Node's conditions for packages.
const conditions = ['source', 'node', 'development|production', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: ['source', 'node'] } },
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    globalSetup: ['../../apps/api/src/testing/global-setup.ts'],
    maxWorkers: 2,
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
