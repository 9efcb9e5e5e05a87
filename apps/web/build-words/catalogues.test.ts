import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { LOCALES } from '../../../packages/contracts/src/locales.ts';
import { languagesToBuild, partsOf, PSEUDO, readLanguages, readTexts, WORDS } from './catalogues.ts';
import { catalogues, partOf } from './extract.ts';

const entry = (message: string, translation = '', flags = '') =>
  `${flags}msgid ${JSON.stringify(message)}\nmsgstr ${JSON.stringify(translation)}\n`;

describe('catalogues', () => {
  const words = mkdtempSync(join(tmpdir(), 'words-'));
  const source = mkdtempSync(join(tmpdir(), 'source-'));
  afterAll(() => {
    rmSync(words, { recursive: true });
    rmSync(source, { recursive: true });
  });
  const write = (folder: string, files: Record<string, string>) => {
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, file, '..'), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
  };
  const languages = {
    en: { name: 'English' },
    de: { name: 'Deutsch', ready: true },
    ar: { name: 'العربية', dir: 'rtl' },
  };
  write(words, {
    'languages.json': JSON.stringify(languages),
    'en/lib.po': [entry('Sign in'), entry('Hello {name}')].join('\n'),
    'de/lib.po': [entry('Sign in', 'Anmelden'), entry('Hello {name}', 'Hallo {name}')].join('\n'),
    'ar/lib.po': [entry('Sign in', 'دخول'), entry('Hello {name}', 'مرحبا'), entry('Old', 'قديم')].join('\n'),
  });

  it('say what is missing, malformed or unused', () => {
    expect(readTexts('de', words).problems).toEqual([]);
    expect(readTexts('ar', words).problems).toEqual([
      'ar/lib.po: “Hello {name}” has no values instead of {name}',
      'ar/lib.po: “Old” is unused',
    ]);
    write(words, {
      'ar/lib.po': [entry('Sign in', 'دخول', '#, fuzzy\n'), entry('Hello {name}', '{name')].join('\n'),
    });
    expect(readTexts('ar', words).problems).toEqual([
      'ar/lib.po: “Sign in” is fuzzy',
      expect.stringMatching(/^ar\/lib.po: “Hello \{name\}” is malformed/) as string,
    ]);
    write(words, { 'ar/lib.po': entry('Sign in', 'دخول') });
    expect(readTexts('ar', words).problems).toEqual(['ar/lib.po: “Hello {name}” is missing']);
  });

  it('are built once the language is ready, or when asked for [B47-5]', () => {
    const codes = (tried?: string[]) => languagesToBuild(tried, words).map(({ code }) => code);
    expect(codes()).toEqual(['en', 'de']);
    expect(codes(['ar', PSEUDO])).toEqual(['en', 'de', 'ar', PSEUDO]);
    const [, german] = languagesToBuild([], words);
    expect([...(german?.texts.values() ?? [])]).toEqual(['Anmelden', 'Hallo {name}']);
    expect(german?.at).toMatch(/^\/l\/de-[0-9a-f]{8}$/);
    write(words, {
      'de/lib.po': [entry('Sign in', 'Einloggen'), entry('Hello {name}', 'Hallo {name}')].join('\n'),
    });
    expect(languagesToBuild([], words)[1]?.at).not.toBe(german?.at);
  });

  it('say what the API answers, the more specific message first [B47-6]', () => {
    write(words, {
      'en/api.po': [entry('{label} is required'), entry('Post not found')].join('\n'),
      'en/contracts.po': [entry('Full name is required'), entry('Title')].join('\n'),
      'de/api.po': [entry('{label} is required', '{label} fehlt'), entry('Post not found', 'Fehlt')].join(
        '\n',
      ),
      'de/contracts.po': entry('Full name is required', 'Der Name fehlt'),
    });
    const [english, german] = languagesToBuild([], words);
    expect(english?.answers).toEqual([]);
    expect(german?.answers).toEqual([
      ['Full name is required', 'Der Name fehlt'],
      ['Post not found', 'Fehlt'],
      ['{label} is required', '{label} fehlt'],
    ]);
    for (const file of ['en/api.po', 'en/contracts.po', 'de/api.po', 'de/contracts.po'])
      rmSync(join(words, file));
  });

  it('get the messages of the code, with the translations that they have', async () => {
    write(source, {
      'lib/x.ts':
        "import { t } from '@lingui/core/macro';\nexport const a = t`Sign in`;\nexport const b = t`New`;",
      'app/shells/y.tsx':
        "import { t } from '@lingui/core/macro';\nexport const C = () => <p>{t({ message: 'Sign in', comment: 'A button' })}</p>;",
    });
    const files = await catalogues(['en', 'de'], words, { '': source });
    expect([...files.keys()]).toEqual(['en/app-shells.po', 'en/lib.po', 'de/app-shells.po', 'de/lib.po']);
    expect(files.get('de/lib.po')).toContain('#: lib/x.ts\nmsgid "Sign in"\nmsgstr "Einloggen"\n');
    expect(files.get('de/lib.po')).toContain('msgid "New"\nmsgstr ""\n');
    expect(files.get('de/app-shells.po')).toContain(
      '#. A button\n#: app/shells/y.tsx\nmsgid "Sign in"\nmsgstr "Einloggen"',
    );
    expect(files.get('de/lib.po')).not.toContain('Hello');
  });

  it('tell meanings of a text apart, in the contracts too', async () => {
    const contracts = join(source, 'contracts');
    write(contracts, {
      'x.ts':
        "import { t } from './t.js';\nexport const a = [t`Open`, t({ message: 'Open', context: 'verb' })];",
    });
    write(words, { 'de/contracts.po': `msgctxt "verb"\n${entry('Open', 'Öffnen')}` });
    const files = await catalogues(['de'], words, { 'contracts/': contracts });
    expect(files.get('de/contracts.po')).toContain('#: contracts/x.ts\nmsgid "Open"\nmsgstr ""\n');
    expect(files.get('de/contracts.po')).toContain('msgctxt "verb"\nmsgid "Open"\nmsgstr "Öffnen"\n');
    rmSync(join(words, 'de/contracts.po'));
  });

  it.each([
    ['features/content/post/card/x.tsx', 'content-post.po'],
    ['app/routes/x.tsx', 'app-routes.po'],
    ['app/guards.tsx', 'app.po'],
    ['lib/upload/x.ts', 'lib.po'],
    ['main.tsx', 'main.po'],
    ['api/content/posts/x.ts', 'api.po'],
    ['api/platform/mail/layout.ts', 'mails.po'],
    ['api/platform/mail/mail-token.ts', 'api.po'],
    ['contracts/x.ts', 'contracts.po'],
  ])('of %s are %s', (file, part) => expect(partOf(file)).toBe(part));
});

describe('words/', () => {
  const codes = readLanguages().map(({ code }) => code);

  it('has all texts of the languages that are ready [B47-5]', () => {
    const ready = readLanguages().filter(({ code, ready }) => ready && code !== 'en');
    expect(ready.flatMap(({ code }) => readTexts(code).problems)).toEqual([]);
  });

  it('has the languages that an account can choose', () => expect(codes).toEqual([...LOCALES]));

  // reads the whole app
  it('has the messages of the code: otherwise run `npm run words`', { timeout: 60_000 }, async () => {
    const files = await catalogues(codes);
    const kept = codes.flatMap((code) => partsOf(code).map((part) => `${code}/${part}`));
    expect(kept.sort()).toEqual([...files.keys()].sort());
    for (const [file, text] of files) expect(readFileSync(join(WORDS, file), 'utf8'), file).toBe(text);
  });
});
