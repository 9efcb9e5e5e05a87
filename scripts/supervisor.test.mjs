import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { root } from './lib/settings.mjs';

const SUPERVISOR = pathToFileURL(join(root, 'scripts/lib/supervisor.mjs')).href;

describe.runIf(process.platform === 'linux')('a supervisor', () => {
  const folder = mkdtempSync(join(tmpdir(), 'social-feed-supervisor-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Runs a script with a `supervisor`. */
  const start = (script) => {
    const path = join(folder, `script-${Math.random()}.mjs`);
    writeFileSync(
      path,
      `import { createSupervisor } from '${SUPERVISOR}';\nconst supervisor = createSupervisor();\n${script}`,
    );
    const child = spawn(process.execPath, [path], { stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const ended = once(child, 'close').then(([code]) => code);
    const saysSo = (text) =>
      vi.waitFor(() => expect(output).toContain(text), { timeout: 20_000, interval: 20 });
    return { child, ended, saysSo, output: () => output };
  };

  /** A service that prints each line and exits with code 3 after the last. */
  const service = (log, lines) => `
    const program = ${JSON.stringify(`for (const line of ${JSON.stringify(lines)}) console.log(line); setTimeout(() => process.exit(3), 300);`)};
    await supervisor.service('The API', ['-e', program], { env: process.env, log: '${log}', ready: /ready/ });
    console.log('it is up');`;

  it('continues if its log cannot be written, and still prints a service’s last lines', async () => {
    const log = join(folder, 'full.log');
    symlinkSync('/dev/full', log);
    const { ended, output } = start(service(log, ['first', 'ready', 'last words']));
    expect(await ended).toBe(1);
    expect(output()).toBe(
      'it is up\n  first\n  ready\n  last words\nThe API ended unexpectedly (exit code 3); stopping the rest.\n',
    );
  });

  it('keeps the log of the previous start', async () => {
    const log = join(folder, 'logs/api.log');
    for (const word of ['one', 'two', 'three']) {
      expect(await start(service(log, [word, 'ready'])).ended).toBe(1);
    }
    expect(readFileSync(log, 'utf8')).toBe('three\nready\n');
    expect(readFileSync(`${log}.1`, 'utf8')).toBe('two\nready\n');
    expect(existsSync(`${log}.2`)).toBe(false);
  });

  it.each([
    ['a step that was to end', '{}', 130],
    ['a step that was to stay', '{ stays: true }', 0],
  ])('stops on Ctrl-C during %s', async (_name, options, code) => {
    const program = JSON.stringify("console.log('step'); setInterval(() => {}, 1000)");
    const { child, ended, saysSo } = start(
      `await supervisor.run(process.execPath, ['-e', ${program}], ${options});`,
    );
    await saysSo('step');
    child.kill('SIGINT');
    expect(await ended).toBe(code);
  });

  it('exits with 0 on Ctrl-C if only services are running', async () => {
    const program = JSON.stringify("console.log('ready'); setInterval(() => {}, 1000)");
    const { child, ended, saysSo } = start(`
      await supervisor.run(process.execPath, ['-e', '']);
      await supervisor.service('It', ['-e', ${program}], { env: process.env });`);
    await saysSo('ready');
    child.kill('SIGINT');
    expect(await ended).toBe(0);
  });
});
