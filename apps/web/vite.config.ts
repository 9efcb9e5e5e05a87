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

/** Reads workspace packages as source, so that `vite` needs no build first. */
export const conditions = ['source', 'module', 'browser', 'development|production'];

const SOURCE = fileURLToPath(new URL('./src', import.meta.url)).replaceAll('\\', '/');

const chunks = chunkRules(SOURCE);

const PACKAGES = (names: string) => new RegExp(String.raw`node_modules[\\/](${names})[\\/]`);

/** Folder of the `.env` file, shared by the whole repository. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export default defineConfig(({ command, mode }) => {
  const env = loadEnv(mode, ROOT, ['API_PORT', 'API_HOST', 'WEB_', 'PUBLIC_BROWSING', 'VITE_']);
  const api = { target: apiTarget(env), xfwd: true };
  // in production the web server passes this to the app; in development Vite does
  const publicBrowsing = JSON.stringify(env['PUBLIC_BROWSING'] ?? '');
  return {
    envDir: ROOT,
    ...(command === 'serve' && { define: { 'import.meta.env.VITE_PUBLIC_BROWSING': publicBrowsing } }),
    // tailwind's own pass writes fallbacks for browsers without light-dark(), which the palette requires anyway
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
      license: { fileName: 'third-party-notices.md' },
      // vite's own preloading would add 1.3 kB of script to every first page; build-preloads.ts does it without
      modulePreload: false,
      // one style sheet, named in index.html: no chunk has to name it again
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: {
        // reading a property has no side effects here, so unused classes that extend a React class can be removed
        treeshake: { propertyReadSideEffects: false },
        optimization: { inlineConst: true },
        output: {
          codeSplitting: {
            // Vendor code changes less often than the app, and few files compress better than many small ones.
            groups: [
              {
                name: 'vendor',
                priority: 2,
                test: PACKAGES('react|react-dom|scheduler|react-router|react-router-dom|zustand'),
              },
              // modules that only forms and lists of the settings use load with them
              { name: 'data', priority: 2, test: PACKAGES('@tanstack(?!.*(useMutation|mutationObserver))') },
              // separate: only code after the first page validates responses with schemas
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
