// Runs one test file in the folder of its Vitest configuration, in this process, for the debugger of VS Code.
import './lib/check-node.mjs';
import { readdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { root } from './lib/settings.mjs';

/** The nearest folder above the file that has a configuration of Vitest. */
export function folderOfTest(file) {
  for (let folder = dirname(file); folder.startsWith(root); folder = dirname(folder))
    if (readdirSync(folder).some((name) => /^vitest\.config\.\w+$/.test(name))) return folder;
  throw new Error(`${file} is in no workspace with tests.`);
}

if (resolve(process.argv[1] ?? '') === import.meta.filename) {
  const file = resolve(process.argv[2] ?? '');
  process.chdir(folderOfTest(file));
  const { startVitest } = await import('vitest/node');
  const vitest = await startVitest('test', [file], { run: true, watch: false, fileParallelism: false });
  await vitest.close();
}
