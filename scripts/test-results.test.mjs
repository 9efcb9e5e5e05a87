import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { root } from './lib/settings.mjs';
import { closingLine, readReport, slowestFiles, sum } from './lib/test-results.mjs';

const folder = mkdtempSync(join(tmpdir(), 'social-feed-reports-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a report of vitest with these files, as `[name, milliseconds, states of its tests]`; a state may be `retried`. */
function read(files) {
  const path = join(folder, 'report.json');
  const testResults = files.map(([name, ms, states = ['passed']]) => ({
    name: join(root, name),
    status: states.includes('failed') || states.length === 0 ? 'failed' : 'passed',
    message: 'no such module',
    startTime: 5000,
    endTime: 5000 + ms,
    assertionResults: states.map((state) => ({
      status: state === 'retried' ? 'passed' : state,
      fullName: 'does it',
      failureMessages: state === 'failed' || state === 'retried' ? ['not so'] : [],
    })),
  }));
  const success = testResults.every(({ status }) => status === 'passed');
  writeFileSync(path, JSON.stringify({ success, testResults }));
  return readReport(path);
}

describe('the end of npm test', () => {
  it('names the files of all runs that took longest, the slowest first', () => {
    const one = read([
      ['apps/api/src/a.test.ts', 1200],
      ['apps/api/src/b.test.ts', 95_040],
      ['apps/api/src/c.test.ts', 0],
    ]);
    const other = read([['apps/web/e2e/d.test.ts', 30_000]]);
    const none = readReport(join(folder, 'missing.json'));
    expect(slowestFiles([one, none, other], 3)).toEqual([
      '   95.0 s  apps/api/src/b.test.ts',
      '   30.0 s  apps/web/e2e/d.test.ts',
      '    1.2 s  apps/api/src/a.test.ts',
    ]);
    expect(slowestFiles([none], 3)).toEqual([]);
  });

  it('counts a test that passed on its second try as passed, and tells it', () => {
    const run = read([['a.test.ts', 1, ['passed', 'retried']]]);
    expect(run.retried).toEqual(['a.test.ts › does it\nnot so']);
    expect(run.failures).toEqual([]);
    expect(closingLine(sum([run]))).toBe('2 passed, 0 failed, 0 skipped');
  });

  it('counts a file that did not load and a missing report as one failure each', () => {
    const run = read([
      ['a.test.ts', 1, ['passed', 'failed', 'skipped']],
      ['b.test.ts', 1, []],
    ]);
    expect(run.failures).toEqual(['a.test.ts › does it\nnot so', 'b.test.ts › did not load\nno such module']);
    expect(run.skippedFiles).toEqual(['a.test.ts']);
    expect(closingLine(sum([run, readReport(join(folder, 'missing.json'))]))).toBe(
      '1 passed, 3 failed, 1 skipped',
    );
  });
});
