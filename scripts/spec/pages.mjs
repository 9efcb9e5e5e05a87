import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/settings.mjs';
import { testsBelow } from './sentences.mjs';

/** The lists of sentences, each with its specification. `additions` are the project's own sentences. */
export const PAGES = [
  { name: 'feed', specification: 'feed.md' },
  { name: 'accounts', specification: 'accounts.md' },
  { name: 'additions' },
];

/** An entry is its sentence, or `{ text, reading }` where the sentence can be understood in more than one way. */
const readEntries = (name) =>
  Object.entries(JSON.parse(readFileSync(join(root, `docs/specification/${name}.json`), 'utf8')));

/** @returns {Record<string, string>} sentences by id: letter and section of the specification, then a number */
export const readSentences = (name) =>
  Object.fromEntries(readEntries(name).map(([id, entry]) => [id, entry.text ?? entry]));

/** @returns {Record<string, string | undefined>} how a sentence was understood, and why, by its id */
export const readReadings = (name) =>
  Object.fromEntries(readEntries(name).map(([id, entry]) => [id, entry.reading]));

export const readTests = () => testsBelow(root, ['apps', 'packages', 'scripts']);
