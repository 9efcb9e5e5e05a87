import { spawn } from 'node:child_process';
import { createWriteStream, mkdirSync, renameSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from './settings.mjs';
import { Refusal, say } from './say.mjs';

const windows = process.platform === 'win32';
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];
/** One Ctrl-C arrives twice below npm (from the terminal and from npm), so a second one counts only later. */
const SAME_KEY_PRESS_MS = 700;
const GRACE_MS = 12_000;
const TAIL_LINES = 15;

const EXIT_WITH_PARENT = pathToFileURL(join(root, 'scripts/lib/exit-with-parent.mjs')).href;

/**
 * Starts the processes of a command and answers for all of them: steps that run to their end, services that must
 * stay. Ctrl-C, SIGTERM, a lost parent or a service that dies stops the rest in reverse order of their start.
 */
export function createSupervisor() {
  const children = [];
  const cleanups = [];
  let stopping;
  /** Steps under way that a command is not done without. */
  let steps = 0;
  let firstSignalAt = 0;

  const kill = (child, signal) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    try {
      // children lead process groups of their own: the terminal's Ctrl-C passes them by, ours takes their children too
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

  /** Stops everything in order, once, and ends this process with the code. */
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

  // npm killed outright tells us nothing; that we have another parent then does
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
   * Runs a step to its end with its output shown (`quiet`: only when it fails); answers its exit code, and never
   * returns while stopping. One that `stays` has no end of its own: Ctrl-C cuts nothing off.
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
   * Starts a Node program that is to stay. Its output goes to `log` when given (else it is shown), where that of the
   * start before is kept as `log`.1; a log that cannot be written, as on a full disk, stops nothing. When it ends
   * unasked, that is said with its last lines and everything stops with code 1. Answers once `ready` has seen its
   * line on stdout, at once without it.
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
 * Runs a command's work with a supervisor. A Refusal, or an option that does not exist, becomes its sentence, anything else
 * keeps its stack; whatever was started is stopped.
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
