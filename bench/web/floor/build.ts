import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type PluginOption } from 'vite';
import { root } from '../../lib/service.js';

const FLOOR = fileURLToPath(new URL('.', import.meta.url));

/** Loads a Vite plugin from the web app, the only workspace that depends on it. */
async function pluginOf(name: string, ...options: unknown[]): Promise<PluginOption> {
  const path = createRequire(join(root, 'apps/web/package.json')).resolve(name);
  const plugin = (await import(pathToFileURL(path).href)) as {
    default: (...given: unknown[]) => PluginOption;
  };
  return plugin.default(...options);
}

/** Builds the floor into this folder with the app's plugins and targets and unmodified libraries. */
export async function buildFloor(outDir: string): Promise<void> {
  const { NODE_ENV } = process.env;
  await build({
    root: FLOOR,
    configFile: false,
    logLevel: 'warn',
    mode: 'production',
    plugins: [
      await pluginOf('@vitejs/plugin-react'),
      await pluginOf('@tailwindcss/vite', { optimize: false }),
    ],
    build: { outDir, emptyOutDir: true, target: 'es2022', modulePreload: false, reportCompressedSize: false },
  });
  // vite sets its own value, and servers started later would inherit it
  if (NODE_ENV === undefined) delete process.env['NODE_ENV'];
  else process.env['NODE_ENV'] = NODE_ENV;
}
