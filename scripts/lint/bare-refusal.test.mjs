import { ESLint, Linter } from 'eslint';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { bareRefusal } from './bare-refusal.mjs';
import { FOR_PROGRAMS } from './for-programs.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const source = join(root, 'apps/api/src');
const linter = new Linter({ cwd: root });
const config = {
  files: ['*.ts'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'social-feed': { rules: { 'bare-refusal': bareRefusal } } },
  rules: { 'social-feed/bare-refusal': 'error' },
};

it.each([
  ["throw new AppError('CONFLICT', 'It is gone')", 1],
  ['throw new AppError(`CONFLICT`, `At most ${count} posts`)', 1],
  ["throw new AppError('CONFLICT', gone ? 'It is gone' : `It is ${age} old`)", 2],
  ["throw new AppError('CONFLICT', message ?? 'It is gone')", 1],
  ["throw invalidField('title', 'It is ' + 'gone')", 1],
  ["const GONE = 'It is gone'; const gone = () => new AppError('NOT_FOUND', GONE)", 1],
  [
    "const KNOWN = { a: ['CONFLICT', 'It is gone'] }; const known = KNOWN[type]; new AppError(known[0], known[1])",
    1,
  ],
  ["sendRefusal(res, 'CONFLICT', 'It is gone')", 1],
  ["throw new AppError('CONFLICT', t`It is gone`)", 0],
  ["throw new AppError('CONFLICT', t({ message: 'It is gone', comment: 'The post.' }))", 0],
  ["const GONE = t`It is gone`; throw invalidField('title', GONE)", 0],
  ["throw new AppError('MALFORMED_JSON', 'The request is not valid JSON')", 0],
  ["throw new AppError(code, message, { cause: new Error('It is gone') })", 0],
  ["const refuse = (message) => invalidField('files', message)", 0],
  ["throw new Error('It is gone')", 0],
])('in %s are %i bare refusals', (code, count) => {
  expect(linter.verify(code, config, 'a.ts').map(({ ruleId, message }) => ruleId ?? message)).toEqual(
    Array(count).fill('social-feed/bare-refusal'),
  );
});

it('lets through only what the API says', () => {
  const code = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => /(?<!\.test)\.ts$/.test(file))
    .map((file) => readFileSync(join(source, file), 'utf8'))
    .join('\n');
  expect(FOR_PROGRAMS.filter((start) => !["'", '`'].some((quote) => code.includes(quote + start)))).toEqual(
    [],
  );
});

it('covers the API', async () => {
  const eslint = new ESLint({ cwd: root });
  const { rules } = await eslint.calculateConfigForFile(join(source, 'platform/mail/mail-token.ts'));
  expect(rules['social-feed/bare-refusal']).toEqual([2]);
});
