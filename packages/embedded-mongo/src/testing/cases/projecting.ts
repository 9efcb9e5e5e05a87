import type { Case, Data } from './case.js';

const page = 'tutorial/project-fields-from-query-results/';
const slice = 'reference/operator/projection/slice/';

const projects = (
  manual: string,
  name: string,
  doc: Data,
  projection: Data,
  result: Data | number,
  find: Data = {},
): Case => ({
  name,
  manual,
  docs: [{ _id: 1, ...doc }],
  run: { find, projection },
  ...(typeof result === 'number' ? { error: result } : { expect: [result] }),
});

export const projecting: Case[] = [
  projects(slice, '$slice of numbers is refused', { a: [1, 2] }, { a: { $slice: 1 } }, 238),
  projects(
    page,
    'inclusion keeps _id and the order of the document',
    { a: 1, b: 2, c: 3 },
    { c: 1, a: 1 },
    { _id: 1, a: 1, c: 3 },
  ),
  projects(page, 'inclusion without _id', { a: 1, b: 2 }, { a: 1, _id: 0 }, { a: 1 }),
  projects(page, 'exclusion', { a: 1, b: 2 }, { a: 0 }, { _id: 1, b: 2 }),
  projects(page, 'exclusion of _id only', { a: 1 }, { _id: 0 }, { a: 1 }),
  projects(page, 'inclusion of _id only', { a: 1 }, { _id: 1 }, { _id: 1 }),
  projects(page, 'booleans', { a: 1, b: 2 }, { a: true }, { _id: 1, a: 1 }),
  projects(page, 'a dotted path', { a: { b: 1, c: 2 }, d: 3 }, { 'a.b': 1 }, { _id: 1, a: { b: 1 } }),
  projects(page, 'nested notation', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, { _id: 1, a: { b: 1 } }),
  projects(page, 'exclusion of a dotted path', { a: { b: 1, c: 2 } }, { 'a.b': 0 }, { _id: 1, a: { c: 2 } }),
  projects(
    page,
    'inclusion in an array of documents',
    { a: [{ b: 1, c: 2 }, { c: 3 }, 5] },
    { 'a.b': 1 },
    { _id: 1, a: [{ b: 1 }, {}] },
  ),
  projects(
    page,
    'exclusion in an array of documents',
    { a: [{ b: 1, c: 2 }, 5] },
    { 'a.b': 0 },
    { _id: 1, a: [{ c: 2 }, 5] },
  ),
  projects(page, 'a scalar on the path is left out', { a: 5, b: 1 }, { 'a.b': 1 }, { _id: 1 }),
  projects(page, 'missing fields stay missing', { a: 1 }, { z: 1 }, { _id: 1 }),
  projects(
    page,
    'an expression',
    { a: 2, b: 3 },
    { s: { $add: ['$a', '$b'] }, b: 1 },
    { _id: 1, b: 3, s: 5 },
  ),
  projects(page, 'a field path as a value', { a: 2 }, { b: '$a' }, { _id: 1, b: 2 }),
  projects(page, 'inclusion and exclusion together', { a: 1, b: 2 }, { a: 1, b: 0 }, 31254),
  projects(page, 'exclusion and inclusion together', { a: 1, b: 2 }, { a: 0, b: 1 }, 31253),
  projects(page, 'colliding paths', { a: { b: 1 } }, { a: 1, 'a.b': 1 }, 31249),
  projects(
    page,
    'a path included, one below it computed',
    { a: { c: 2 } },
    { a: 1, 'a.b': { $literal: 5 } },
    31249,
  ),
  projects(page, 'a path computed, one below it included', { a: { b: 2 } }, { 'a.b': 1, a: '$x' }, 31250),
  projects(
    page,
    'a path included beside one computed',
    { a: { b: 2 } },
    { 'a.b': 1, 'a.c': { $literal: 5 } },
    { _id: 1, a: { b: 2, c: 5 } },
  ),
];
