import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { inject } from 'vitest';

const ADMIN = fileURLToPath(new URL('../../../../scripts/admin.mjs', import.meta.url));

/** Runs the script of `npm run admin` on the test stack. @returns its output */
export const runAdmin = (...args: string[]): Promise<string> => runAdminOn(inject('stackEnv'), ...args);

/** Runs it on the stack with this environment. */
export async function runAdminOn(env: NodeJS.ProcessEnv, ...args: string[]): Promise<string> {
  const child = spawn(process.execPath, [ADMIN, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  const collect = (chunk: Buffer) => (text += chunk.toString());
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`npm run admin ended with exit code ${String(code)}:\n${text}`);
  return text;
}
