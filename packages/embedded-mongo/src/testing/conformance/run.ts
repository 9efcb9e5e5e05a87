import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startServer } from '../../server/server.js';

const packageRoot = fileURLToPath(new URL('../../..', import.meta.url));
/** At most this share of the runnable tests may be rejected. */
export const refusedAtMost = 0.2;

/** A test of MongoDB's driver test data that this server did not pass. */
export interface Failure {
  /** `<file> :: <description>` */
  test: string;
  reason: string;
}

export interface Conformance {
  same: number;
  refused: Failure[];
  different: Failure[];
  /** Tests that need another server, topology or driver. */
  skipped: number;
}

interface Results {
  passed: number;
  skipped: number;
  results: { file: string; test: string; status: string; reason: string | null; refused?: boolean }[];
}

/**
 * The folder of MongoDB's driver test data with its runner: MONGO_SPEC_DIR, or `../shared/mongo-spec` next to the
 * repository.
 */
export const specFolder = (): string =>
  resolve(process.env.MONGO_SPEC_DIR ?? join(packageRoot, '../../../shared/mongo-spec'));

export const hasSpec = (): boolean => existsSync(join(specFolder(), 'run-unified.mjs'));

/**
 * Runs the test data against a new server in this process. Throws if the runner itself fails.
 * @param only a pattern of `<file> :: <description>`; all tests without it
 */
export async function runConformance(only?: RegExp): Promise<Conformance> {
  const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-conformance-'));
  const server = await startServer({ dbPath: join(folder, 'db'), port: 0, ttlInterval: 0 });
  try {
    const out = join(folder, 'results.json');
    await promisify(execFile)(
      process.execPath,
      [
        join(specFolder(), 'run-unified.mjs'),
        `mongodb://127.0.0.1:${server.port}/`,
        '--dir',
        join(specFolder(), 'data'),
        '--out',
        out,
        ...(only ? ['--only', only.source] : []),
      ],
      // the runner loads the driver from its working directory
      { cwd: packageRoot, maxBuffer: 64 << 20 },
    );
    const { passed, skipped, results } = JSON.parse(readFileSync(out, 'utf8')) as Results;
    const failed = (refused: boolean) =>
      results
        .filter((result) => result.status === 'fail' && Boolean(result.refused) === refused)
        .map(({ file, test, reason }) => ({ test: `${file} :: ${test}`, reason: reason ?? '' }));
    return { same: passed, skipped, refused: failed(true), different: failed(false) };
  } finally {
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The share of the tests that the server rejected, 0 to 1. */
export const refusedShare = ({ same, refused, different }: Conformance): number =>
  refused.length / Math.max(1, same + refused.length + different.length);

/** The feature that an error names: `create with capped is not supported …` gives `capped`. */
export function refusedThing({ reason }: Failure): string {
  const command = /no such command: '(\w+)'/.exec(reason)?.[1];
  const what = /([^\s"']+) is not supported by the embedded database/.exec(reason)?.[1];
  return command ?? what ?? reason;
}
