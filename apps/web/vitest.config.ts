import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { conditions } from './vite.config.js';

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
          name: 'app',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          environmentOptions: { jsdom: { url: 'http://localhost:3000/' } },
          setupFiles: ['src/testing/setup.ts'],
          testTimeout: 20_000,
          restoreMocks: true,
          css: false,
          // one worker serves many files; what keeps a state is evaluated for each of them anew
          isolate: false,
          server: { deps: { inline: [/virtua|radix|react-hot-toast/] } },
        },
      },
      './server/vitest.config.ts',
      './worker/vitest.config.ts',
    ],
  },
});
