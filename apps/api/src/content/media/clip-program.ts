import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/**
 * The program of the clip worker, bundled from its source once per process, for tests and development: a worker that
 * loaded the source itself would take twenty times as long for a short clip.
 */
const { outputFiles } = buildSync({
  entryPoints: [fileURLToPath(new URL('./clip-worker.ts', import.meta.url))],
  bundle: true,
  write: false,
  platform: 'node',
  format: 'esm',
  conditions: ['source', 'node'],
});

export const CLIP_PROGRAM = new URL(
  `data:text/javascript;base64,${Buffer.from(outputFiles[0]!.contents).toString('base64')}`,
);
