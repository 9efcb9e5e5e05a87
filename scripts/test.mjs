// npm test: runs every test, browser tests in parallel with the others on more than two cores; ends with the slowest
// test files, a line for each of the two runs and `N passed, N failed, N skipped`. Arguments: --long runs the long form
// of the tests that have one; --no-skips fails if browser or conformance tests were skipped.
import './lib/check-node.mjs';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { ensureCaddy, ensureChromium } from './lib/chromium.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { say } from './lib/say.mjs';
import { readSettings, root } from './lib/settings.mjs';
import { command } from './lib/supervisor.mjs';
import { describeTestDatabase, testEnvironment } from './lib/test-database.mjs';
import { closingLine, readReport, slowestFiles, sum } from './lib/test-results.mjs';

const RESULTS = join(root, 'test-results');
const SLOWEST = 10;
/**
 * Tests that --no-skips does not allow to skip. MAY_SKIP_CONFORMANCE=1 is for machines without MongoDB's test data,
 * such as the public workflow's.
 */
const MUST_NOT_SKIP =
  process.env.MAY_SKIP_CONFORMANCE === '1'
    ? /(^|\/)e2e\/|caddy\.test/
    : /(^|\/)e2e\/|caddy\.test|conformance/;

/** One Vitest run with the configuration in this folder. */
async function run(supervisor, { name, folder, env }) {
  const report = join(RESULTS, `${name}.json`);
  rmSync(report, { force: true });
  await supervisor.run(
    process.execPath,
    [
      join(root, 'node_modules/vitest/vitest.mjs'),
      'run',
      '--root',
      join(root, folder),
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { env },
  );
  return { name, ...readReport(report) };
}

await command(async (supervisor) => {
  readSettings();
  const long = process.argv.includes('--long');
  const env = { ...testEnvironment(process.env), TEST_BUILT: '1', ...(long ? { TEST_LONG: '1' } : {}) };
  await ensureInstalled(supervisor);
  const database = await describeTestDatabase(env);
  say(database);
  await ensureBuilt(supervisor, [], env);
  if (!(await ensureCaddy(supervisor))) {
    say('!!! No Caddy on this machine, and none could be installed: the tests behind it are SKIPPED.');
  }
  const browsers = await ensureChromium(supervisor);
  if (!browsers.CHROMIUM_PATH) {
    say('');
    say('!!! No Chromium on this machine, and none could be installed: every browser test is SKIPPED.');
    say('!!! Install Chromium or Chrome, or set CHROMIUM_PATH to one, to run them.');
  }
  const units = () => run(supervisor, { name: 'units', folder: '.', env });
  const browser = () =>
    run(supervisor, { name: 'browser', folder: 'apps/web/e2e', env: { ...env, ...browsers } });
  // on two cores, running both in parallel saves little time, and each test takes up to twice as long
  const results =
    availableParallelism() > 2 ? await Promise.all([units(), browser()]) : [await units(), await browser()];
  const total = sum(results);

  // repeated at the end: truncated logs keep their end
  for (const failure of results.flatMap((result) => result.failures)) {
    say('');
    say(`FAILED ${failure}`);
  }
  for (const retry of results.flatMap((result) => result.retried)) {
    say('');
    say(`RETRIED ${retry}`);
  }
  say('');
  say(`The ${SLOWEST} test files that took longest:`);
  for (const line of slowestFiles(results, SLOWEST)) say(line);
  say('');
  say(database);
  for (const result of results) {
    say(
      `${result.name.padEnd(8)} ${closingLine(result)}${result.missing ? ' (it ended without a report)' : ''}`,
    );
  }
  const forbidden = results
    .flatMap((result) => result.skippedFiles)
    .filter((file) => MUST_NOT_SKIP.test(file));
  if (process.argv.includes('--no-skips') && forbidden.length > 0) {
    say(`Skipped, which --no-skips forbids: ${forbidden.join(', ')}`);
    total.failed += forbidden.length;
  }
  mkdirSync(RESULTS, { recursive: true });
  writeFileSync(join(RESULTS, 'summary.json'), JSON.stringify({ database, total, results }, null, 2));
  say(closingLine(total));
  await supervisor.shutdown(total.failed > 0 || total.passed === 0 ? 1 : 0);
});
