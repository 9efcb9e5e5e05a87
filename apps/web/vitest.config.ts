import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { conditions } from './vite.config.js';

/** It counts all code that runs in its worker, what other files left running too. */
const ALONE = 'src/features/post/passed-files.test.tsx';

const app = {
  environment: 'jsdom',
  environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
  setupFiles: ['src/testing/setup.ts'],
  testTimeout: 20_000,
  restoreMocks: true,
  css: false,
  server: { deps: { inline: [/virtua|radix|react-hot-toast/] } },
};

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    // as many as the smallest machine has cores: one would leave one of them idle
    maxWorkers: 2,
    projects: [
      {
        extends: true,
        test: {
          ...app,
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          exclude: [ALONE],
          // one worker serves many files; what keeps a state is evaluated for each of them anew
          isolate: false,
        },
      },
      { extends: true, test: { ...app, name: 'alone', include: [ALONE] } },
      './server/vitest.config.ts',
      './worker/vitest.config.ts',
    ],
  },
});
