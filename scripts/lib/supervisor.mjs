import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './settings.mjs';
import { Refusal, say } from './say.mjs';

const windows = process.platform === 'win32';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/**
 * Below npm one Ctrl-C arrives twice (from the terminal and from npm), so a second one counts only after this time.
 */
const SAME_KEY_PRESS_MS = 700;
const GRACE_MS = 12_000;
const TAIL_LINES = 15;

const EXIT_WITH_PARENT = pathToFileURL(join(root, 'scripts/lib/exit-with-parent.mjs')).href;

/**
 * Starts and stops the processes of a command: steps that run to completion and services that keep running. On
 * Ctrl-C, SIGTERM, a lost parent or the exit of a service, it stops the rest in reverse order of their start.
 */
export function createSupervisor() {
  const children = [];
  const cleanups = [];
  let stopping;
  /** Number of running steps that the command needs to complete. */
  let steps = 0;
  let firstSignalAt = 0;

  const kill = (child, signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    try {
      // children lead separate process groups: the terminal's Ctrl-C does not reach them, and signals sent here
      // also reach their children
      if (windows) child.kill(signal);
      else process.kill(-child.pid, signal);
    } catch (error) {
      if (error.code !== 'ESRCH') throw error;
    }
  };

  const ended = (child) =>
    child.exitCode !== null || child.signalCode !== null || child.pid === undefined
      ? Promise.resolve()
      : new Promise((resolve) => child.once('exit', resolve));

  const end = async (child) => {
    kill(child, 'SIGTERM');
    const forced = setTimeout(() => kill(child, 'SIGKILL'), GRACE_MS);
    await ended(child);
    clearTimeout(forced);
  };

  /** Stops everything in order, once, and exits with the code. */
  const shutdown = (code) => {
    stopping ??= (async () => {
      for (const child of children.toReversed()) await end(child);
      for (const cleanup of cleanups) cleanup();
      process.exit(code);
    })();
    return stopping;
  };

  const force = () => {
    for (const child of children) kill(child, 'SIGKILL');
    process.exit(1);
  };

  for (const signal of SIGNALS) {
    process.on(signal, () => {
      if (!stopping) {
        firstSignalAt = performance.now();
        say('Stopping …');
        void shutdown(steps > 0 ? 130 : 0);
      } else if (performance.now() - firstSignalAt > SAME_KEY_PRESS_MS) {
        force();
      }
    });
  }

  // a killed npm sends no signal, but this process then gets another parent
  if (process.env.npm_lifecycle_event && !windows) {
    const parent = process.ppid;
    setInterval(() => {
      if (process.ppid !== parent) void shutdown(1);
    }, 1000).unref();
  }

  const start = (command, args, options) => {
    const child = spawn(command, args, { cwd: root, detached: !windows, windowsHide: true, ...options });
    children.push(child);
    child.once('exit', () => children.splice(children.indexOf(child), 1));
    return child;
  };

  /**
   * Runs a step to completion and shows its output (`quiet`: only on failure). Returns its exit code, and never
   * returns during shutdown. A step with `stays` runs until it is stopped, so Ctrl-C interrupts nothing.
   */
  const run = (command, args, { env = process.env, shell = false, quiet = false, stays = false } = {}) =>
    new Promise((resolve, reject) => {
      if (!stays) steps += 1;
      const sink = quiet ? 'pipe' : 'inherit';
      const child = start(command, args, { env, shell, stdio: ['ignore', sink, sink] });
      const chunks = [];
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => chunks.push(chunk));
      child.once('error', reject);
      child.once('close', (code, signal) => {
        if (stopping) return;
        if (!stays) steps -= 1;
        if (code !== 0) process.stderr.write(Buffer.concat(chunks));
        resolve(signal ? 1 : code);
      });
    });

  /**
   * Starts a Node program that keeps running. Its output goes to `log` if given, otherwise to the terminal. The
   * previous log is kept as `log`.1; a log that cannot be written, as on a full disk, stops nothing. If the program
   * exits unexpectedly, its last lines are printed and everything stops with code 1. Resolves after `ready` has
   * matched a line on stdout, or at once without it.
   */
  const service = (name, args, { env, log, ready }) =>
    new Promise((resolve) => {
      const child = start(process.execPath, ['--import', EXIT_WITH_PARENT, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      });
      let file;
      if (log) {
        mkdirSync(dirname(log), { recursive: true });
        if (statSync(log, { throwIfNoEntry: false })?.isFile()) renameSync(log, `${log}.1`);
        file = createWriteStream(log);
        file.on('error', () => undefined);
      }
      let tail = [];
      let rest = '';
      const collect = (chunk, stream) => {
        if (file) file.write(chunk);
        else stream.write(chunk);
        const lines = (rest + String(chunk)).split('\n');
        rest = lines.pop() ?? '';
        tail = [...tail, ...lines].slice(-TAIL_LINES);
        if (ready && lines.concat(rest).some((line) => ready.test(line))) resolve(child);
      };
      child.stdout.on('data', (chunk) => collect(chunk, process.stdout));
      child.stderr.on('data', (chunk) => collect(chunk, process.stderr));
      child.once('close', (code, signal) => {
        file?.end();
        if (stopping) return;
        if (file) for (const line of [...tail, rest].filter(Boolean)) process.stderr.write(`  ${line}\n`);
        process.stderr.write(
          `${name} ended unexpectedly (${signal ?? `exit code ${code}`}); stopping the rest.\n`,
        );
        void shutdown(1);
      });
      if (!ready) resolve(child);
    });

  return { run, service, shutdown, onStop: (cleanup) => cleanups.push(cleanup), stopping: () => !!stopping };
}

/**
 * Runs a command with a supervisor. A Refusal or unknown option prints its message, any other error its stack; then
 * all started processes are stopped.
 */
export async function command(work) {
  const supervisor = createSupervisor();
  try {
    await work(supervisor);
  } catch (error) {
    if (supervisor.stopping()) return;
    const isSentence = error instanceof Refusal || /^ERR_PARSE_ARGS/.test(error?.code);
    process.stderr.write(`${isSentence ? error.message : (error?.stack ?? error)}\n`);
    await supervisor.shutdown(1);
  }
}
