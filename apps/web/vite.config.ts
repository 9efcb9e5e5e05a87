import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';
import { chunkRules } from './build-chunks';
import { leanPackages } from './build-lean';
import { leanStyle } from './build-style';
import { preloads } from './build-preloads';
import { serviceWorker } from './build-worker';
import { apiTarget } from './server/api-target';

/** Workspace packages are read as source, so that nothing has to be built before `vite`. */
export const conditions = ['source', 'module', 'browser', 'development|production'];

const SOURCE = fileURLToPath(new URL('./src', import.meta.url)).replaceAll('\\', '/');

const chunks = chunkRules(SOURCE);

const PACKAGES = (names: string) => new RegExp(String.raw`node_modules[\\/](${names})[\\/]`);

/** Where `.env` lies: one file for the whole repository. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, ROOT, ['API_PORT', 'API_HOST', 'WEB_', 'PUBLIC_BROWSING', 'VITE_']);
  const api = { target: apiTarget(env), xfwd: true };
  // what the web server tells the built app, Vite tells the one in development
  const publicBrowsing = JSON.stringify(env['PUBLIC_BROWSING'] ?? '');
  return {
    envDir: ROOT,
    ...(command === 'serve' && { define: { 'import.meta.env.VITE_PUBLIC_BROWSING': publicBrowsing } }),
    // tailwind's own pass writes fallbacks for browsers that know no light-dark(), which the palette needs anyway
    plugins: [
      react(),
      tailwindcss({ optimize: false }),
      leanPackages(),
      leanStyle(),
      preloads(SOURCE, env),
      serviceWorker(),
    ],
    resolve: { conditions },
    server: {
      host: env['WEB_HOST'] || 'localhost',
      port: Number(env['WEB_PORT'] || 3000),
      strictPort: true,
      proxy: { '/api': api, '/demo-media': api },
    },
    build: {
      target: 'es2022',
      cssTarget: ['chrome123', 'firefox128', 'safari17.5'],
      assetsInlineLimit: 0,
      // vite's own preloading would cost every first page 1.3 kB of script: build-preloads.ts does it without
      modulePreload: false,
      // one style sheet, named in index.html: no chunk need name it again
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // reading a property does nothing else here: classes that extend one of React's may go when nobody uses them
        treeshake: { propertyReadSideEffects: false },
        optimization: { inlineConst: true },
        output: {
          codeSplitting: {
            // Vendor code outlives deployments, and few files compress better than many small ones.
            groups: [
              {
                name: 'vendor',
                priority: 2,
                test: PACKAGES('react|react-dom|scheduler|react-router|react-router-dom|zustand'),
              },
              // what only forms and lists of the settings use comes with them
              { name: 'data', priority: 2, test: PACKAGES('@tanstack(?!.*(useMutation|mutationObserver))') },
              // apart: only what comes after the first page checks answers with schemas
              { name: 'schemas', priority: 2, test: PACKAGES('zod') },
              { name: chunks.first, priority: 1, debugName: 'first screens' },
              { name: chunks.account, minShareCount: 2, debugName: 'what account pages share' },
              { name: chunks.later, debugName: 'what later pages share' },
            ],
          },
        },
      },
    },
  };
});
