import { readLanguages, readTexts } from './catalogues.ts';
import { writeCatalogues } from './extract.ts';

/**
 * `npm run words`: writes the messages of the code into the catalogues of all languages, and says what is missing,
 * malformed or unused in them. With codes of languages, only in theirs, and each problem in full.
 */
const asked = process.argv.slice(2);
const codes = readLanguages().map(({ code }) => code);
const unknown = asked.filter((code) => !codes.includes(code));
if (unknown.length > 0) {
  process.stderr.write(`${unknown.join(', ')}: add a line to words/languages.json first.\n`);
  process.exit(1);
}
await writeCatalogues(codes);
for (const code of codes.filter((each) => each !== 'en' && (asked.length === 0 || asked.includes(each)))) {
  const { texts, problems } = readTexts(code);
  const state = problems.length === 0 ? 'complete' : `${problems.length} to do`;
  process.stdout.write(`${code}: ${texts.size} texts, ${state}\n`);
  if (asked.length > 0) process.stdout.write(problems.map((problem) => `  ${problem}\n`).join(''));
}
