import { fileURLToPath } from 'node:url';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv, type Plugin } from 'vite';
import { chunkGroups } from './build-chunks.ts';
import { preloads } from './build-preloads.ts';
import { words } from './build-words/plugin.ts';
import { serviceWorker } from './build-worker.ts';
import { apiTarget } from './server/api-target.ts';

/** Reads workspace packages as source, so that `vite` needs no build first. */
export const conditions = ['source', 'module', 'browser', 'development|production'];

const SOURCE = fileURLToPath(new URL('./src', import.meta.url)).replaceAll('\\', '/');

/** Folder of the `.env` file, shared by the whole repository. */
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Leaves out what Tailwind writes for browsers without `@property`; all of `cssTarget` have it. */
const withoutFallbacks = (): Plugin => ({
  name: 'without-fallbacks',
  transform: {
    filter: { id: /\.css$/ },
    handler: (code) => code.replace(/@layer properties\s*\{\s*@supports[^{]*\{[^{]*\{[^}]*\}\s*\}\s*\}/, ''),
  },
});

/**
 * Leaves out what these libraries have for development: warnings, the names of components, and keys of the lines of
 * icons, which never change places. Without names, and marked as pure, components that are not used leave the bundle.
 */
const withoutNames = (): Plugin => ({
  name: 'without-names',
  // React asks for the keys in development and tests
  apply: (_config, { command }) => command === 'build' && process.env['NODE_ENV'] === 'production',
  transform: {
    filter: { id: /node_modules.(react-router|lucide-react).*\.m?js$/ },
    handler: (code) =>
      code
        .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
        .replace('var ENABLE_DEV_WARNINGS = true;', 'var ENABLE_DEV_WARNINGS = false;')
        .replaceAll(/= (?=React\d*\.(?:createContext|forwardRef|memo)\()/g, '= /* @__PURE__ */ ')
        .replaceAll(/^__iconData\.node;$/gm, '')
        .replaceAll(/,\s+key: "\w+"(?=\s+\})/g, ''),
  },
});

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
      words(),
      react(),
      tailwindcss({ optimize: false }),
      withoutFallbacks(),
      withoutNames(),
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
      // all browsers of cssTarget know modulepreload
      modulePreload: {
        polyfill: false,
        // the import fetches its own file as early as a link would, and each link costs time of the page
        resolveDependencies: (file, needed) => needed.filter((name) => name !== file),
      },
      // one style sheet, named in index.html: no chunk has to name it again
      cssCodeSplit: false,
      reportCompressedSize: false,
      rolldownOptions: { output: { codeSplitting: { groups: chunkGroups(SOURCE) } } },
    },
  };
});
