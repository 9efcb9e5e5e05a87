import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { insertPosts, insertUser } from '../../testing/content.js';
import { readGuide, runGuide } from '../../testing/run-guide.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { picture } from '../../testing/uploads.js';

const steps = readGuide(await readFile(new URL('../../../../../docs/api.md', import.meta.url), 'utf8'));

let t: TestApp;
let directory: string;
let outputs: string[];
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'api-guide-'));
  t = await createTestApp({ config: { media: { directory: join(directory, 'media') } } });
  const author = await insertUser(t);
  await insertPosts(t, 50, author._id);
  await writeFile(join(directory, 'photo.jpg'), await picture(640, 480).jpeg().toBuffer());
  outputs = await runGuide(steps, directory, t.url);
}, 60_000);
afterAll(async () => {
  await t.close();
  await rm(directory, { recursive: true, force: true });
});

/**
 * Compares with the printed output: `…` matches any text, and further fields of the actual response are ignored.
 */
function expectPrinted(actual: unknown, printed: unknown, where: string): void {
  if (Array.isArray(printed)) {
    expect(Array.isArray(actual), `${where} is a list`).toBe(true);
    printed.forEach((entry, index) =>
      expectPrinted((actual as unknown[])[index], entry, `${where}[${index}]`),
    );
  } else if (typeof printed === 'object' && printed !== null) {
    expect(actual, where).toBeTypeOf('object');
    for (const [name, value] of Object.entries(printed)) {
      expectPrinted((actual as Record<string, unknown>)[name], value, `${where}.${name}`);
    }
  } else if (printed === '…') expect(actual, where).toEqual(expect.any(String));
  else expect(actual, where).toBe(printed);
}

describe('docs/api.md', () => {
  it('covers cookies, refreshing, tokens, paging, uploads and errors', () => {
    const commands = steps.map((step) => step.commands).join('\n');
    for (const path of [
      '/auth/login',
      '/auth/refresh',
      '/auth/tokens',
      '/posts/infinite',
      '/media',
      '/comments',
    ])
      expect(commands).toContain(path);
    expect(commands).toContain('Authorization: Bearer');
  });

  const runnable = steps.map((step, index) => [step.line, step, index] as const);
  it.each(runnable.filter(([, { skipped }]) => !skipped))(
    'prints the actual output of its commands at line %i',
    (_line, { printed }, index) => {
      const output = outputs[index] ?? '';
      if (printed === undefined) expect(output).toBe('');
      else if (printed.language === 'text') expect(output.trim()).toBe(printed.text.trim());
      else {
        const last = output.slice(output.lastIndexOf('{"success"'));
        expectPrinted(JSON.parse(last), JSON.parse(printed.text), 'the answer');
      }
    },
  );
});
