import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findTests } from './find-tests.mjs';

/** Maximum number of sentences of one list that a test may prove, so that no test covers half a specification. */
export const SENTENCES_PER_TEST = 5;

/** ` [F4-2 A2.9-13]` at the end of a title: the sentences that the test proves. */
const TAGS = / \[([A-Z][\d.]+-\d+(?: [A-Z][\d.]+-\d+)*)\]$/;
/** Finds tags in the wrong place or form, which would otherwise prove nothing. */
const ANY_TAG = /\b[AFB][\d.]+-\d+\b/;

/**
 * Splits a test title into its text and the ids of the sentences it proves.
 * @param {string} title
 * @returns {{ text: string, ids: string[] }}
 */
export function readTitle(title) {
  const match = TAGS.exec(title);
  return match ? { text: title.slice(0, match.index), ids: match[1].split(' ') } : { text: title, ids: [] };
}

/**
 * The tests of all `*.test.*` files below these folders.
 * @param {string} root
 * @param {string[]} folders relative to the root
 * @returns {{ file: string, title: string, idle: string | undefined }[]} `idle` says why a test does not run
 */
export function testsBelow(root, folders) {
  return folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true })
      .filter((name) => /\.test\.(tsx?|mjs)$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
      .sort()
      .flatMap((name) => {
        const file = `${folder}/${name}`;
        const found = findTests(readFileSync(join(root, file), 'utf8'), file);
        return [...found].map(([title, idle]) => ({ file, title, idle }));
      }),
  );
}

/**
 * Compares sentences with the tests that name them.
 * @param {Record<string, string>} sentences by id
 * @param {{ file: string, title: string, idle: string | undefined }[]} tests
 * @returns {string[]} one line per problem; empty if every sentence has a test that runs
 */
export function checkSentences(sentences, tests) {
  const problems = [];
  const proved = new Set();
  for (const { file, title, idle } of tests) {
    const name = `${file} › ${title}`;
    const { text, ids } = readTitle(title);
    if (ANY_TAG.test(text)) problems.push(`${name}: a tag stands outside the brackets at the end`);
    for (const letter of new Set(ids.map((id) => id[0]))) {
      const count = ids.filter((id) => id.startsWith(letter)).length;
      if (count > SENTENCES_PER_TEST)
        problems.push(`${name} names ${count} sentences of ${letter}, more than ${SENTENCES_PER_TEST}`);
    }
    for (const id of ids) {
      if (!(id in sentences)) problems.push(`${name}: there is no sentence ${id}`);
      else if (idle === undefined) proved.add(id);
      else problems.push(`${name} does not run: ${idle}`);
    }
  }
  for (const [id, sentence] of Object.entries(sentences))
    if (!proved.has(id)) problems.push(`no test names ${id}: ${sentence}`);
  return problems;
}

/**
 * A Markdown table of sentences with their readings and the tests that prove them.
 * @param {Record<string, string>} sentences by id
 * @param {{ file: string, title: string }[]} tests
 * @param {Record<string, string | undefined>} readings by id
 */
export function tableOf(sentences, tests, readings = {}) {
  const byId = new Map();
  for (const { file, title } of tests) {
    const { text, ids } = readTitle(title);
    for (const id of ids) byId.set(id, [...(byId.get(id) ?? []), `\`${file} › ${text}\``]);
  }
  const cell = (text) => text.replaceAll('|', '\\|');
  const rows = Object.entries(sentences).map(([id, sentence]) => {
    const read = readings[id] === undefined ? sentence : `${sentence}<br>Reading: ${readings[id]}`;
    return `| ${id} | ${cell(read)} | ${(byId.get(id) ?? []).map(cell).join('<br>')} |`;
  });
  return ['| Id | Sentence | Tests |', '| --- | --- | --- |', ...rows].join('\n');
}
