import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';
import { drawnOnServer } from '../build-drawn.js';
import { words } from '../build-words/plugin.js';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Bundles the web server with its packages, so that its image needs no others. */
export default defineConfig({
  root: here('.'),
  plugins: [words({ whole: 'draw' }), drawnOnServer()],
  // the production build of React, also where `npm start` sets nothing
  define: { 'process.env.NODE_ENV': '"production"' },
  publicDir: false,
  envDir: here('../../..'),
  ssr: { noExternal: true, resolve: { conditions: ['source', 'module', 'node', 'development|production'] } },
  build: {
    ssr: true,
    target: 'node20',
    outDir: here('../dist-server'),
    emptyOutDir: true,
    license: { fileName: 'third-party-notices.md' },
    reportCompressedSize: false,
    rolldownOptions: {
      input: {
        main: here('main.ts'),
        precompress: here('precompress.ts'),
        draw: here('../src/app/drawn/draw.ts'),
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js' },
    },
  },
});
