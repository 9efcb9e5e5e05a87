import { existsSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { root } from './settings.mjs';

/**
 * Counts of one vitest run from its JSON report. A file that failed without a failed test (it did not load), a
 * missing report and an error outside the tests count as one failure each, so that nothing fails unseen.
 * `skippedFiles` are the files in which a test was skipped, relative to the root.
 */
export function readReport(path) {
  if (!existsSync(path)) return { passed: 0, failed: 1, skipped: 0, skippedFiles: [], missing: true };
  const report = JSON.parse(readFileSync(path, 'utf8'));
  const counts = { passed: 0, failed: 0, skipped: 0, skippedFiles: [], missing: false };
  for (const file of report.testResults) {
    const states = file.assertionResults.map((test) => test.status);
    const failed = states.filter((state) => state === 'failed').length;
    const passed = states.filter((state) => state === 'passed').length;
    counts.passed += passed;
    counts.failed += failed === 0 && file.status === 'failed' ? 1 : failed;
    const skipped = states.length - passed - failed;
    counts.skipped += skipped;
    if (skipped > 0) counts.skippedFiles.push(relative(root, file.name));
  }
  if (!report.success && counts.failed === 0) counts.failed = 1;
  return counts;
}

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

/** The closing line of `npm test` and `.ci/run`. */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed, ${skipped} skipped`;
