import { fileURLToPath } from 'node:url';
import tailwind from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { build } from 'vite';

const FLOOR = fileURLToPath(new URL('.', import.meta.url));

/** Builds the floor into this folder with the app's plugins and targets and unmodified libraries. */
export async function buildFloor(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({
    root: FLOOR,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [react(), tailwind({ optimize: false })],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false, reportCompressedSize: false },
  });
  // vite sets its own value, and servers started later would inherit it
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
}
