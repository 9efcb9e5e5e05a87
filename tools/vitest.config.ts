import { defineConfig } from 'vitest/config';

/** Tests of the tools. They are no part of `npm test`; the nightly workflow runs them. */
export default defineConfig({
  test: { name: 'tools', include: ['**/*.test.{ts,mjs}'], environment: 'node', testTimeout: 60_000 },
});
