import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { types as b } from '@babel/core';
import PO from 'pofile';
import { partsOf, readCatalogue, WORDS, type Catalogue } from './catalogues.ts';
import { hasMessages, writeMessages, type Message } from './macro.ts';
import { compile } from './messages.ts';

const pathOf = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

/** Where texts are, by what stands before the names of their files in catalogues. */
type Sources = Readonly<Record<string, string>>;
const SOURCES: Sources = {
  '': pathOf('../src'),
  'server/': pathOf('../server'),
  'api/': pathOf('../../api/src'),
  'contracts/': pathOf('../../../packages/contracts/src'),
};

/** What only the API writes, in the language of who gets it: the web app never meets it in an answer. */
const FOR_MAILS =
  /^(?:api\/(?:platform\/mail(?!\/mail-token\.)|outward\/link-previews)\/|api\/reading\/notifications\/unsubscribing\.|contracts\/(?:device|notification)-words\.)/;

/** A message with the files that have it. */
type Found = Message & { files: string[] };

/**
 * The catalogue that holds the texts of a file: one for each feature and each folder of the app, so that people who
 * work on different screens change different files.
 * @param file below src, with forward slashes; of the API and the contracts after their name
 */
export const partOf = (file: string): string => {
  if (FOR_MAILS.test(file)) return 'mails.po';
  const [top = '', second = '', third = ''] = file.split('/');
  if (top === 'features') return `${second}-${third}.po`;
  return top === 'app' && !second.includes('.') ? `app-${second}.po` : `${top.replace(/\..*/, '')}.po`;
};

/** Reads the messages of all sources, by catalogue and id. */
export const extract = async (sources: Sources = SOURCES): Promise<Map<string, Map<string, Found>>> => {
  const parts = new Map<string, Map<string, Found>>();
  const files = Object.entries(sources).flatMap(([name, folder]) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => ({ path: join(folder, path), file: name + path.replaceAll('\\', '/') }))
      .filter(({ file }) => /(?<!\.test)\.tsx?$/.test(file)),
  );
  for (const { path, file } of files.toSorted((one, other) => (one.file < other.file ? -1 : 1))) {
    const code = readFileSync(path, 'utf8');
    if (!hasMessages(code)) continue;
    const messages: Message[] = [];
    await writeMessages(code, path, (message) => {
      compile(message.message);
      messages.unshift(message);
      return b.stringLiteral('');
    });
    const part = parts.get(partOf(file)) ?? new Map<string, Found>();
    if (messages.length > 0) parts.set(partOf(file), part);
    for (const message of messages) {
      const { files: known, ...before } = part.get(message.id) ?? { files: [] };
      part.set(message.id, { ...before, ...message, files: [...new Set([...known, file])] });
    }
  }
  return parts;
};

const itemOf = (
  { message, context, comment, files }: Found,
  translation: string,
  fuzzy: boolean,
  notes: string[],
) => {
  const item = new PO.Item();
  item.msgid = message;
  item.msgstr = [translation];
  if (context) item.msgctxt = context;
  if (comment) item.extractedComments = [comment];
  item.comments = notes;
  item.references = files;
  if (fuzzy) item.flags['fuzzy'] = true;
  return item;
};

/** The text of a catalogue: its messages as they stand in the code, with their translations. */
const textOf = (code: string, messages: Iterable<[string, Found]>, known: Catalogue): string => {
  const po = new PO();
  po.headers = {
    Language: code,
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Transfer-Encoding': '8bit',
  };
  po.items = [...messages].map(([id, message]) => {
    const { translation = '', fuzzy = false, notes = [] } = known.get(id) ?? {};
    return itemOf(message, translation, fuzzy, notes);
  });
  return `${po.toString().trimEnd()}\n`;
};

/**
 * The catalogues as they should be: all messages of the code and none else; a translation that another area has for
 * the same message fills a new one.
 * @returns the text of each file, by its path below words/
 */
export const catalogues = async (codes: readonly string[], words = WORDS, sources: Sources = SOURCES) => {
  const parts = await extract(sources);
  const files = new Map<string, string>();
  for (const code of codes) {
    const known: Catalogue = new Map();
    for (const part of partsOf(code, words)) {
      const read = readCatalogue(readFileSync(join(words, code, part), 'utf8'));
      for (const [id, entry] of read) if (entry.translation || !known.has(id)) known.set(id, entry);
    }
    for (const [part, messages] of [...parts].toSorted())
      files.set(`${code}/${part}`, textOf(code, messages, code === 'en' ? new Map() : known));
  }
  return files;
};

/** Writes the catalogues of these languages. */
export const writeCatalogues = async (codes: readonly string[]): Promise<void> => {
  const files = await catalogues(codes);
  for (const code of codes) {
    mkdirSync(join(WORDS, code), { recursive: true });
    for (const part of partsOf(code)) if (!files.has(`${code}/${part}`)) rmSync(join(WORDS, code, part));
  }
  for (const [file, text] of files) writeFileSync(join(WORDS, file), text);
};
