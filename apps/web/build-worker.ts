import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Plugin, type ResolvedConfig } from 'vite';

const ENTRY = fileURLToPath(new URL('./worker/sw.ts', import.meta.url));
/** The fallback page of every address, and the script that runs before its first paint. */
const UNHASHED = { '/': 'index.html', '/theme.js': 'theme.js' };

/** The tables that guess a language are larger than the app; offline the API guesses later. */
const LATE = /^assets\/static\.extrasmall-/;

const hashOf = (content: Buffer): string => createHash('sha256').update(content).digest('hex').slice(0, 16);

/**
 * Bundles the service worker to `sw.js` after the app is written, with the list of files that it caches for offline
 * use: scripts and styles by hashed name, the page and its first script with a hash of their content.
 */
export const serviceWorker = (): Plugin => {
  let app: ResolvedConfig;
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: (config) => {
      app = config;
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      handler: async ({ dir = app.build.outDir }, bundle) => {
        const hashed = Object.keys(bundle).filter(
          (name) => /^assets\/.*\.(js|css)$/.test(name) && !LATE.test(name),
        );
        const files = [
          ...hashed.sort().map((name) => ({ url: `/${name}`, revision: null })),
          ...Object.entries(UNHASHED).map(([url, name]) => ({
            url,
            revision: hashOf(readFileSync(join(dir, name))),
          })),
        ];
        await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: { BUILD_FILES: JSON.stringify(files) },
          build: {
            outDir: dir,
            emptyOutDir: false,
            license: { fileName: 'third-party-notices-worker.md' },
            target: app.build.target,
            modulePreload: false,
            reportCompressedSize: false,
            rolldownOptions: { input: ENTRY, output: { format: 'iife', entryFileNames: 'sw.js' } },
          },
        });
      },
    },
  };
};
