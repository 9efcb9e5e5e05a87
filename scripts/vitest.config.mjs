import { defineConfig } from 'vitest/config';

/** Tests of what belongs to no workspace; outside turbo, whose cache would not see the files that they read. */
export default defineConfig({
  test: {
    name: 'scripts',
    root: import.meta.dirname,
    include: ['**/*.test.mjs'],
    environment: 'node',
    testTimeout: 60_000,
  },
});
