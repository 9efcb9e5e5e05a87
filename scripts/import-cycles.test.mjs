import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, relative, join } from 'node:path';
import ts from 'typescript';
import { beforeAll, expect, it } from 'vitest';
import { root } from './lib/settings.mjs';

const OPTIONS = {
  module: ts.ModuleKind.ESNext,
  moduleResolution: ts.ModuleResolutionKind.Bundler,
  customConditions: ['source'],
  allowJs: true,
};

/** The repository files that a source imports, including types. */
function importsOf(file, cache) {
  const { importedFiles } = ts.preProcessFile(readFileSync(join(root, file), 'utf8'));
  return importedFiles.flatMap(({ fileName }) => {
    if (!/^\.|^@social-feed\//.test(fileName)) return [];
    const { resolvedModule } = ts.resolveModuleName(fileName, join(root, file), OPTIONS, ts.sys, cache);
    return resolvedModule === undefined ? [] : [relative(root, resolvedModule.resolvedFileName)];
  });
}

/** Finds groups of files that import each other in a cycle (Tarjan's algorithm). */
function circlesOf(graph) {
  const found = new Map();
  const path = [];
  const circles = [];
  const visit = (file) => {
    const own = { index: found.size, low: found.size, onPath: true };
    found.set(file, own);
    path.push(file);
    for (const next of graph.get(file) ?? []) {
      const seen = found.get(next);
      if (seen === undefined) own.low = Math.min(own.low, visit(next).low);
      else if (seen.onPath) own.low = Math.min(own.low, seen.index);
    }
    if (own.low === own.index) {
      const circle = path.splice(path.indexOf(file));
      for (const each of circle) found.get(each).onPath = false;
      if (circle.length > 1) circles.push(circle);
    }
    return own;
  };
  for (const file of graph.keys()) if (!found.has(file)) visit(file);
  return circles;
}

it('finds a cycle and nothing else', () => {
  const graph = new Map([
    ['a', ['b']],
    ['b', ['c', 'd']],
    ['c', ['a']],
    ['d', []],
  ]);
  expect(circlesOf(graph)).toEqual([['a', 'b', 'c']]);
});

/** The repository files and what they import. */
function readGraph() {
  const listed = execFileSync(
    'git',
    ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx', '*.mjs', '*.js'],
    { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 24 },
  );
  const cache = ts.createModuleResolutionCache(root, (name) => name, OPTIONS);
  const files = listed.split('\n').filter((file) => file !== '' && ts.sys.fileExists(join(root, file)));
  return new Map(files.map((file) => [file, importsOf(file, cache)]));
}

let graph;
beforeAll(() => {
  graph = readGraph();
});

it('no source of any workspace is part of an import cycle, including types', () => {
  // Checks that imports are resolved at all; otherwise the test would always pass.
  expect(graph.get('apps/api/src/features.ts')).toContain('apps/api/src/community/users/users.feature.ts');
  expect(graph.get('apps/api/src/platform/http/route.ts')).toContain('packages/contracts/src/index.ts');
  expect(circlesOf(graph)).toEqual([]);
});

/** Groups of the API and of the web app, and the platform below them, each with its rooms. */
const GROUP = /^(apps\/api\/src\/(?!testing|migrations|backup)[^/]+|apps\/web\/src\/features\/[^/]+)\/[^/]+/;

/** The room of a file: the folder of a group that has it, or the file itself if it lies in the group. */
const roomOf = (file) => GROUP.exec(file)?.[0];

it('no folders of a group import each other in a circle, tests aside', () => {
  const rooms = new Map();
  for (const [file, imported] of graph) {
    const room = roomOf(file);
    if (room === undefined || file.includes('.test.')) continue;
    const others = imported.map(roomOf).filter((other) => other !== undefined && other !== room);
    const inGroup = others.filter((other) => dirname(other) === dirname(room));
    rooms.set(room, [...(rooms.get(room) ?? []), ...inGroup]);
  }
  expect(rooms.get('apps/api/src/content/comments')).toContain('apps/api/src/content/posts');
  expect(rooms.get('apps/api/src/platform/events')).toContain('apps/api/src/platform/db');
  expect(rooms.get('apps/web/src/features/content/composer')).toContain('apps/web/src/features/content/post');
  expect(circlesOf(rooms)).toEqual([]);
});
