import { defineConfig } from 'vitest/config';

/**
 * Browser tests of the real stack, as started by `npm start`, in two Chromiums: one file mostly waits, two use both
 * cores.
 */
export default defineConfig({
  test: {
    name: 'browser',
    include: ['**/*.test.ts'],
    environment: 'node',
    globalSetup: ['./support/global-setup.ts'],
    maxWorkers: 2,
    // no file leaves state that another could see, and shared modules load only once
    isolate: false,
    testTimeout: 240_000,
    hookTimeout: 180_000,
    // late results on a slow machine are still correct; a poll ends on the first match, and CI is slow
    expect: { poll: { timeout: 15_000 } },
  },
});
