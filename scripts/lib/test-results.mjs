import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './settings.mjs';

/**
 * Reads the counts of one vitest run from its JSON report. A file that failed without a failed test (it did not
 * load), a missing report and an error outside the tests count as one failure each, so that no failure is missed.
 * `skippedFiles` are the files with skipped tests, relative to the root; `failures` has one multi-line text for
 * each failure with a test or a file, `retried` one for each test that passed on its second try; `durations` has each
 * file's milliseconds from the start of its first test to the end of its last.
 */
export function readReport(path) {
  const counts = {
    passed: 0,
    failed: 0,
    skipped: 0,
    skippedFiles: [],
    failures: [],
    retried: [],
    durations: [],
  };
  if (!existsSync(path)) return { ...counts, failed: 1, missing: true };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  for (const file of report.testResults) {
    const states = file.assertionResults.map((test) => test.status);
    const failed = states.filter((state) => state === 'failed').length;
    for (const { status, fullName, failureMessages } of file.assertionResults) {
      if (failureMessages.length === 0) continue;
      const list = status === 'failed' ? counts.failures : counts.retried;
      list.push(failureText(file, fullName, failureMessages.join('\n')));
    }
    if (failed === 0 && file.status === 'failed') {
      counts.failures.push(failureText(file, 'did not load', file.message));
    }
    const passed = states.filter((state) => state === 'passed').length;
    counts.passed += passed;
    counts.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
    const skipped = states.length - passed - failed;
    counts.skipped += skipped;
    if (skipped > 0) counts.skippedFiles.push(relative(root, file.name));
    counts.durations.push({ file: relative(root, file.name), ms: file.endTime - file.startTime });
  }
  if (!report.success && counts.failed === 0) counts.failed = 1;
  return { ...counts, missing: false };
}

/** Maximum length of a failure message at the end of the log, in characters. */
const MESSAGE_LENGTH = 4000;

const failureText = (file, title, message) =>
  `${relative(root, file.name)} › ${title}\n${message.slice(0, MESSAGE_LENGTH)}`;

/** Adds up the counts of several runs. */
export const sum = (counts) =>
  counts.reduce(
    (total, one) => ({
      passed: total.passed + one.passed,
      failed: total.failed + one.failed,
      skipped: total.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** One line for each of the files that took longest in all runs, the slowest first. */
export const slowestFiles = (results, count) =>
  results
    .flatMap(({ durations }) => durations)
    .toSorted((one, other) => other.ms - one.ms)
    .slice(0, count)
    .map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`);

/** The last line of `npm test` and `.ci/run`. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
