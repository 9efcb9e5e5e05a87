import { ESLint, Linter } from 'eslint';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { textAlone } from './text-alone.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const linter = new Linter({ cwd: root });
const config = {
  files: ['*.tsx'],
  languageOptions: {
    parser: tseslint.parser,
    // the rule needs types: the web app's options, without its sources, which take most of a minute
    parserOptions: {
      projectService: { allowDefaultProject: ['*.tsx'], defaultProject: 'apps/web/tsconfig.json' },
      tsconfigRootDir: root,
    },
  },
  plugins: { 'social-feed': { rules: { 'text-alone': textAlone } } },
  rules: { 'social-feed/text-alone': 'error' },
};

const BEFORE = `import { Suspense, type ReactElement, type ReactNode } from 'react';
declare const name: string, count: number, on: boolean, list: string[], node: ReactNode, mark: ReactElement;
declare const Words: () => string | null;
declare const Part: (props: { children?: ReactNode }) => ReactElement;
export const Shown = () => `;

it.each([
  ['<p>Text<b>mark</b></p>', 1],
  ['<p>{on ? mark : null}{name}</p>', 1],
  ['<p>Follow {name}</p>', 2],
  ['<p>{node}{mark}</p>', 1],
  ['<Part>Text{mark}</Part>', 1],
  ['<>{name}</>', 1],
  ['<p>{list}</p>', 1],
  ['<p><Words /></p>', 1],
  ['<Suspense fallback={name}>{mark}</Suspense>', 1],
  ['<p>{name}</p>', 0],
  ['<p>{on ? name : mark}</p>', 0],
  ['<p>{`Follow ${name}`}</p>', 0],
  ['<p><span>{count}</span>{on ? mark : null}</p>', 0],
  ["<p><span>{name}</span>{' '}<b>mark</b></p>", 0],
  ["<p>{on ? mark : null}{' '}<b>mark</b></p>", 1],
])('finds in %s as many bare texts as %i', { timeout: 240_000 }, (code, found) => {
  const messages = linter.verify(`${BEFORE}${code};\n`, config, join(root, 'shown.tsx'));
  expect(messages.map(({ ruleId }) => ruleId)).toEqual(Array(found).fill('social-feed/text-alone'));
});

it('is an error in the components of the web app, with their types', async () => {
  const eslint = new ESLint({ cwd: root });
  const { rules, languageOptions } = await eslint.calculateConfigForFile(
    join(root, 'apps/web/src/app/guards.tsx'),
  );
  expect(rules['social-feed/text-alone']).toEqual([2]);
  expect(languageOptions.parserOptions.projectService).toBe(true);
});
