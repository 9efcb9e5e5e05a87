// npm run spec [-- F4]: prints the sentences of the specification with their readings and the tests that prove
// them, as Markdown tables. The argument selects ids by prefix.
import { PAGES, readReadings, readSentences, readTests } from './spec/pages.mjs';
import { tableOf } from './spec/sentences.mjs';

const prefix = process.argv[2] ?? '';
const tests = readTests();
for (const { name } of PAGES) {
  const wanted = Object.entries(readSentences(name)).filter(([id]) => id.startsWith(prefix));
  if (wanted.length > 0)
    console.log(`## ${name}\n\n${tableOf(Object.fromEntries(wanted), tests, readReadings(name))}\n`);
}
