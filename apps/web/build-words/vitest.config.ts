import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    name: 'words',
    include: ['**/*.test.ts'],
    environment: 'node',
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});
