// npm run conformance: runs MongoDB's driver test data against a new server; exit code 1 if a result differs.
import {
  type Failure,
  hasSpec,
  refusedAtMost,
  refusedShare,
  refusedThing,
  runConformance,
  specFolder,
} from './run.js';

const say = (line: string) => process.stdout.write(`${line}\n`);

if (!hasSpec()) {
  process.stderr.write(`There is no test data in ${specFolder()}; set MONGO_SPEC_DIR to its folder.\n`);
  process.exit(2);
}
const result = await runConformance();
const list = (title: string, failures: Failure[], line: (failure: Failure) => string) => {
  if (failures.length > 0) say(`\n${title}`);
  for (const failure of failures) say(`  ${line(failure)}`);
};
list('Refused:', result.refused, (failure) => `${refusedThing(failure).padEnd(30)} ${failure.test}`);
list('Different:', result.different, ({ test, reason }) => `${test}\n      ${reason}`);
const share = refusedShare(result);
say(
  `\n${result.same} same, ${result.refused.length} refused (${(share * 100).toFixed(1)} %), ${result.different.length} different; ${result.skipped} do not apply`,
);
process.exit(result.different.length > 0 || share > refusedAtMost ? 1 : 0);
