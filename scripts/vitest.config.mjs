import { defineConfig } from 'vitest/config';

/** Tests of code outside the workspaces. They run outside turbo, whose cache ignores the files they read. */
export default defineConfig({
  test: {
    name: 'scripts',
    root: import.meta.dirname,
    include: ['**/*.test.mjs'],
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
