import { ESLint } from 'eslint';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
// the rule needs types, so this uses a file of the project with replaced text
const filePath = join(root, 'apps/web/src/features/content/post/card/edited.tsx');
const eslint = new ESLint({ cwd: root });

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
])('finds in %s as many bare texts as %i', { timeout: 240_000 }, async (code, found) => {
  const [result] = await eslint.lintText(`${BEFORE}${code};\n`, { filePath });
  const bare = result.messages.filter(({ ruleId }) => ruleId === 'social-feed/text-alone');
  expect(bare).toHaveLength(found);
});
