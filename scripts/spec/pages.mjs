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

/** @returns {Record<string, string>} sentences by id: letter and section of the specification, then a number */
export const readSentences = (name) =>
  JSON.parse(readFileSync(join(root, `docs/specification/${name}.json`), 'utf8'));

export const readTests = () => testsBelow(root, ['apps', 'packages', 'scripts']);
