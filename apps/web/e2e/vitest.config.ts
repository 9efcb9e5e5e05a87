import { defineConfig } from 'vitest/config';

/** Browser tests: the real stack, as `npm start` runs it, in two real Chromiums: one file mostly waits, two fill two cores. */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./support/global-setup.ts'],
    maxWorkers: 2,
    // none keeps anything that another would see, and what they share is read once
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // what a busy machine shows later is still right: a poll ends as soon as it fits, and CI is slow
    expect: { poll: { timeout: 15_000 } },
  },
});
