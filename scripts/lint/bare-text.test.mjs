import { ESLint, Linter } from 'eslint';
import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import tseslint from 'typescript-eslint';
import { expect, it } from 'vitest';
import { bareText } from './bare-text.mjs';
import { UNTRANSLATED } from './untranslated.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const linter = new Linter({ cwd: root });
const config = {
  files: ['*.tsx'],
  languageOptions: { parser: tseslint.parser },
  plugins: { 'social-feed': { rules: { 'bare-text': bareText } } },
  rules: { 'social-feed/bare-text': 'error' },
};

it.each([
  ['<p>Save</p>', 1],
  ['<p>or</p>', 1],
  ['<Field label="OTP" />', 1],
  ["<Field label={busy ? 'Saving' : 'Save'} />", 2],
  ["<Field note={{ tone: 'hint', text: '6 digits' }} />", 1],
  ['<p>{`${count} posts`}</p>', 0],
  ['<p>{`“${title}”`}</p>', 1],
  ['<p><bdi>„</bdi></p>', 1],
  ['<p>{quoted(title)}</p>', 0],
  ['<p title={`${count} posts`} />', 1],
  ['<p>{`${label}: ${text}`}</p>', 1],
  ['const shown = `${name} (${year})`', 1],
  ['<p>{`${label}, ${count}`}</p>', 1],
  ['<p>{`${name} (@${userName})`}</p>', 0],
  ['<p>{`${why} ${t`It is kept.`}`}</p>', 1],
  ['<p>{`${ask(n)} ${why}`}</p>', 0],
  ['const all = plural(n, forms); say(`${all} ${gaps}`)', 1],
  ['const ask = (n) => (n > 1 ? t`Why?` : `What?`); say(`${ask(n)} ${why}`)', 1],
  ["const said = kinds.map((kind) => t`No ${kind}.`); say(said.join(' '))", 1],
  ["say([hint, more && t`And more.`].filter(Boolean).join(' '))", 1],
  ["say([hint, t`more`].filter(Boolean).join(', '))", 1],
  ["say([hint, t`more`].filter(Boolean).join(' · '))", 0],
  ["say([first, last].join(' '))", 0],
  ['const pairOf = (from, to) => { warn(t`Gone`); return `${from} ${to}`; }', 0],
  ['const { from, to } = ask(t`Which?`); use(`${from} ${to}`)', 0],
  ['const key = `${group} ${post}`', 0],
  ['<p>{sentences(why, t`It is kept.`)}</p>', 0],
  ['<p>{`${tries} · ${ago}`}</p>', 0],
  ['<p>{t`${label}: ${text}`}</p>', 0],
  ["t({ message: `${label}: ${text}`, comment: 'Something' })", 0],
  ['console.warn(`${name}: ${error}`)', 0],
  ["say('Your post is published.')", 1],
  ["const WORDS = { gone: 'It is gone' }", 1],
  ["throw new Error('It is gone')", 1],
  ["const mail = { subject: 'Welcome', blocks: ['Hello', url], footer: 'Bye' }", 3],
  ['const mail = { subject: t`Welcome`, blocks: [t`Hello`, url] }', 0],
  ['<p>{t`Save`}</p>', 0],
  ["<p>{t({ message: 'or', comment: 'Between two' })}</p>", 0],
  ["<p>{plural(n, { one: '# post', other: '# posts' })}</p>", 0],
  ['<Plural value={n} one="# post here" other="# posts here" />', 0],
  ["const row = { scrollSnapType: 'x mandatory' }", 0],
  ['<p><Trans>Read <a href="/x">the rules</a>.</Trans></p>', 0],
  ['<Trans comment="Two sentences."><a>{who}</a> {what}</Trans>', 0],
  ['<p className="flex items-center" dir="auto">·</p>', 0],
  ["console.warn('It is gone')", 0],
  ["const LINK = 'inline-flex min-h-11 items-center'", 0],
  ["cx('grid flex', on && 'absolute')", 0],
  ["const BADGE = 'absolute text-[0.75rem] -inset-y-1.5'", 0],
  ['const box = { width: `min(${part}cqw, ${width}px)`, margin: `${top}px 0px` }', 0],
  ["const TURNED = 'translateX(6px) rotate(2deg)'", 0],
  ["useMediaQuery('(min-width: 40rem) and (hover: hover)')", 0],
  ["if (kind === 'Not Found') f()", 0],
  ["document.cookie = 'a=1; SameSite=Lax'", 0],
  ["import x from './a file'", 0],
])('in %s are %i bare texts', (code, count) => {
  const source = code.startsWith('<') ? `f(${code})` : code;
  expect(linter.verify(source, config, 'a.tsx').map(({ ruleId, message }) => ruleId ?? message)).toEqual(
    Array(count).fill('social-feed/bare-text'),
  );
});

it('waits only for folders that exist', () => {
  const source = join(root, 'apps/web/src');
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  for (const pattern of UNTRANSLATED) {
    const [start] = pattern.replace('apps/web/src/', '').split('*');
    expect(
      files.some((file) => file.startsWith(start)),
      pattern,
    ).toBe(true);
  }
});

it('covers the web app and the mails of the API', async () => {
  const eslint = new ESLint({ cwd: root });
  for (const file of ['apps/web/src/app/routes/contact.tsx', 'apps/api/src/platform/mail/staff-mails.ts']) {
    const { rules } = await eslint.calculateConfigForFile(join(root, file));
    expect(rules['social-feed/bare-text'], file).toEqual([2]);
  }
});
