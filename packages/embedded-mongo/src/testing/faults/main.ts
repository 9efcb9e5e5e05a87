// npm run faults: the long fault tests of this package's server; src/testing/faults/faults.test.ts is the short version.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { fullDisk, mountSmall, unmount } from './disk.js';
import { killLoop } from './kills.js';
import { openingTimes } from './opening.js';
import { pingTimes } from './pings.js';
import { randomPlans } from './plans.js';

const { values: given } = parseArgs({
  options: {
    kills: { type: 'string', default: '24' },
    writers: { type: 'string', default: '16' },
    documents: { type: 'string', default: '100000' },
    plans: { type: 'string', default: '20000' },
    seed: { type: 'string' },
  },
  allowPositionals: true,
});
const built = fileURLToPath(new URL('../../../bin/embedded-mongo.js', import.meta.url));
const program = existsSync(fileURLToPath(new URL('../../../dist/server/cli.js', import.meta.url)))
  ? built
  : undefined;
const folder = mkdtempSync(join(tmpdir(), 'embedded-mongo-faults-'));
const failures: string[] = [];
const say = (line: string) => process.stdout.write(`${line}\n`);
const close = (title: string, wrong: string[], summary: string) => {
  say(`${wrong.length === 0 ? 'ok    ' : 'FAILED'} ${title}: ${summary}`);
  for (const sentence of wrong.slice(0, 10)) say(`         ${sentence}`);
  failures.push(...wrong);
};

try {
  const plans = await randomPlans(join(folder, 'plans'), {
    cases: Number(given.plans),
    seed: Number(given.seed ?? Math.floor(Math.random() * 2 ** 31)),
  });
  close('plans against scans', plans.wrong, `${given.plans} random cases of seed ${plans.seed}`);

  const kills = await killLoop({
    dbPath: join(folder, 'kills'),
    rounds: Number(given.kills),
    writers: Number(given.writers),
    writesOf: () => 300 + Math.floor(Math.random() * 1200),
    program,
    report: say,
  });
  close(
    'kill -9 under writers',
    kills.wrong,
    `${given.kills} kills; ${kills.acknowledged} writes acknowledged, ${kills.documents} documents`,
  );

  const disk = join(folder, 'disk');
  const mount = mountSmall(disk, 24);
  try {
    const full = await fullDisk({ dbPath: disk, megabytes: 24, mount, program });
    close(
      `full disk (${mount ? 'file system of 24 MB' : 'files limited to 24 MB'})`,
      full.wrong,
      `${full.stored} documents kept; the writer was told: ${full.error}`,
    );
  } finally {
    if (mount) unmount(disk);
  }

  const documents = Number(given.documents);
  const opening = await openingTimes(join(folder, 'opening'), documents, program);
  const perHundredThousand = (opening.full - opening.empty) / (documents / 100_000);
  close(
    'reopening after a kill',
    perHundredThousand > 1000 ? ['takes longer than a second per 100,000 documents'] : [],
    `${documents} documents: ${Math.round(opening.full)} ms from start to the first answer, an empty directory ${Math.round(opening.empty)} ms: ${Math.round(perHundredThousand)} ms per 100,000 documents`,
  );

  say('Pings beside long operations:');
  const width = 40;
  const late: string[] = [];
  await pingTimes(join(folder, 'pings'), documents, {
    program,
    report: ({ operation, pings, p99, most }) => {
      say(
        `       ${operation.padEnd(width)} ${String(pings).padStart(5)} pings, p99 ${p99.toFixed(0)} ms, longest ${most.toFixed(0)} ms`,
      );
      if (most > 50) late.push(operation);
    },
  });
  // other load on the machine delays pings too, so report them without failing
  say(late.length ? `       beyond 50 ms: ${late.join(', ')}` : 'ok     every ping within 50 ms');
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures.length > 0 ? 1 : 0);
