import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Refusal } from './say.mjs';

const REASONS = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'it is on a read-only disk',
  ENOTDIR: 'part of the path is a file',
  EEXIST: 'there is a file of that name',
  ENOSPC: 'the disk is full',
  ENOENT: 'it cannot be created there',
};

/** Creates the folder and checks that it is writable by writing a file. */
export function requireWritable(dataDir) {
  try {
    mkdirSync(dataDir, { recursive: true });
    const probe = join(dataDir, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    const reason = REASONS[error.code] ?? error.code ?? error.message;
    throw new Refusal(
      `The data folder ${dataDir} cannot be written: ${reason}; set DATA_DIR to a folder that can.`,
    );
  }
}

const listenOnce = (port, host) =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error) => resolve(error.code));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });

/** Refuses if the port is in use on any local address. */
export async function requireFreePort(port, variable) {
  for (const host of [undefined, '127.0.0.1', '::1']) {
    const code = await listenOnce(port, host);
    if (code === 'EADDRINUSE') {
      throw new Refusal(
        `Port ${port} is already taken; stop the program that uses it or set ${variable} to another port.`,
      );
    }
    if (code === 'EACCES') {
      throw new Refusal(
        `Port ${port} may not be opened by this user; set ${variable} to a port of 1024 or above.`,
      );
    }
  }
}

const given = new Set();

/**
 * Finds a free loopback port, another one at each call of this process: a port that was closed may come again.
 * @returns {Promise<number>}
 */
export const freePort = async () => {
  const server = createServer();
  await new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (given.has(port)) return freePort();
  given.add(port);
  return port;
};
