import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { words } from './build-words/plugin.js';
import { conditions } from './vite.config.js';

/** Tests of the app's components and modules. */
export default defineConfig({
  plugins: [words(), react()],
  resolve: { conditions },
  ssr: { resolve: { conditions } },
  test: {
    name: 'app',
    root: import.meta.dirname,
    include: ['src/**/*.test.{ts,tsx}'],
    environment: './src/testing/environment.ts',
    setupFiles: ['src/testing/setup.ts', '../../scripts/lib/property-seed.mjs'],
    // one worker runs many files; modules with state are evaluated again for each file
    isolate: false,
    // pages leave much garbage: with more room for it a worker collects less often
    execArgv: ['--max-semi-space-size=64'],
    // longer than one wait (`asyncUtilTimeout`)
    testTimeout: 40_000,
    // several files load the parts that they test in a hook
    hookTimeout: 60_000,
    restoreMocks: true,
    css: false,
    server: { deps: { inline: [/radix|react-hot-toast/] } },
  },
});
