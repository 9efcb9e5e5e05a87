// npm test: runs every test of every workspace, those of scripts/, then the browser tests; ends with the slowest test
// files, a line for each run and `N passed, N failed, N skipped`. Arguments: --no-skips fails if browser or conformance tests were skipped; --force ignores
// turbo's cache.
import './lib/check-node.mjs';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureBuilt, turbo } from './lib/build.mjs';
import { ensureCaddy, ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { say } from './lib/say.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { describeTestDatabase, testEnvironment } from './lib/test-database.mjs';
import { closingLine, readReport, slowestFiles, sum } from './lib/test-results.mjs';

const REPORT = 'test-results/vitest.json';
const SCRIPTS_REPORT = join(root, 'test-results/scripts.json');
const BROWSER_REPORT = join(root, 'apps/web/test-results/browser.json');
const SLOWEST = 10;
/**
 * Tests that --no-skips does not allow to skip. MAY_SKIP_CONFORMANCE=1 is for machines without MongoDB's test data,
 * such as the public workflow's.
 */
const MUST_NOT_SKIP =
  process.env.MAY_SKIP_CONFORMANCE === '1'
    ? /(^|\/)e2e\/|caddy\.test/
    : /(^|\/)e2e\/|caddy\.test|conformance/;

/** Workspaces with tests, as `{ name, report }`. */
function testedWorkspaces() {
  return ['apps', 'packages'].flatMap((group) =>
    readdirSync(join(root, group)).flatMap((folder) => {
      const manifest = join(root, group, folder, 'package.json');
      if (!existsSync(manifest) || !JSON.parse(readFileSync(manifest, 'utf8')).scripts?.test) return [];
      return [{ name: `${group}/${folder}`, report: join(root, group, folder, REPORT) }];
    }),
  );
}

async function unitTests(supervisor, env) {
  const workspaces = testedWorkspaces();
  for (const { report } of workspaces) rmSync(report, { force: true });
  // one at a time: each vitest uses all cores
  await turbo(
    supervisor,
    [
      'run',
      'test',
      '--continue',
      '--concurrency=1',
      ...(process.argv.includes('--force') ? ['--force'] : []),
      '--',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${REPORT}`,
    ],
    { env },
  );
  return workspaces.map(({ name, report }) => ({ name, ...readReport(report) }));
}

/** One vitest run outside turbo, in the folder with its configuration. */
async function testsOf(supervisor, { name, folder, report, reporter, env }) {
  rmSync(report, { force: true });
  await supervisor.run(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      join(root, folder),
      `--reporter=${reporter}`,
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  );
  return { name, ...readReport(report) };
}

async function browserTests(supervisor, env) {
  const chromium = await ensureChromium(supervisor);
  if (!chromium) {
    say('');
    say('!!! No Chromium on this machine, and none could be installed: every browser test is SKIPPED.');
    say('!!! Install Chromium or Chrome, or set CHROMIUM_PATH to one, to run them.');
  }
  return testsOf(supervisor, {
    name: 'browser',
    folder: 'apps/web/e2e',
    report: BROWSER_REPORT,
    reporter: 'verbose',
    env: { ...env, CHROMIUM_PATH: chromium ?? '' },
  });
}

await command(async (supervisor) => {
  readSettings();
  const env = testEnvironment(process.env);
  await ensureInstalled(supervisor);
  const database = await describeTestDatabase(env);
  say(database);
  await ensureBuilt(supervisor, [], env);
  if (!(await ensureCaddy(supervisor))) {
    say('!!! No Caddy on this machine, and none could be installed: the tests behind it are SKIPPED.');
  }
  // the tests of scripts/ mostly wait for programs to start
  const [units, scripts] = await Promise.all([
    unitTests(supervisor, env),
    testsOf(supervisor, {
      name: 'scripts',
      folder: 'scripts',
      report: SCRIPTS_REPORT,
      reporter: 'default',
      env,
    }),
  ]);
  const results = [...units, scripts, await browserTests(supervisor, env)];
  const total = sum(results);

  // repeated at the end: truncated logs keep their end
  for (const failure of results.flatMap((result) => result.failures)) {
    say('');
    say(`FAILED ${failure}`);
  }
  say('');
  say(`The ${SLOWEST} test files that took longest:`);
  for (const line of slowestFiles(results, SLOWEST)) say(line);
  say('');
  say(database);
  for (const result of results) {
    say(
      `${result.name.padEnd(24)} ${closingLine(result)}${result.missing ? ' (it ended without a report)' : ''}`,
    );
  }
  const forbidden = results
    .flatMap((result) => result.skippedFiles)
    .filter((file) => MUST_NOT_SKIP.test(file));
  if (process.argv.includes('--no-skips') && forbidden.length > 0) {
    say(`Skipped, which --no-skips forbids: ${forbidden.join(', ')}`);
    total.failed += forbidden.length;
  }
  mkdirSync(join(root, 'test-results'), { recursive: true });
  writeFileSync(
    join(root, 'test-results/summary.json'),
    JSON.stringify({ database, total, results }, null, 2),
  );
  say(closingLine(total));
  await supervisor.shutdown(total.failed > 0 || total.passed === 0 ? 1 : 0);
});
