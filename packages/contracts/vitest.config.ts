import { defineConfig } from 'vitest/config';

export default defineConfig({
  // a process for each file takes half as long again
  test: {
    include: ['src/**/*.test.ts'],
    environment: 'node',
    setupFiles: ['../../scripts/lib/property-seed.mjs'],
    isolate: false,
    testTimeout: 30_000,
  },
});
