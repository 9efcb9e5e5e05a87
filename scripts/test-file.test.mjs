import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib/settings.mjs';
import { folderOfTest } from './test-file.mjs';

it.each([
  ['apps/api/src/reading/boards/boards.test.ts', 'apps/api'],
  ['apps/web/src/app/routes/admin.test.tsx', 'apps/web'],
  ['apps/web/e2e/moderating.test.ts', 'apps/web/e2e'],
  ['packages/feed-order/src/feed-order.test.ts', 'packages/feed-order'],
  ['scripts/compose.test.mjs', 'scripts'],
])('finds where %s runs', (file, folder) => {
  expect(folderOfTest(join(root, file))).toBe(join(root, folder));
});

it('is what VS Code starts for the current file', () => {
  expect(readFileSync(join(root, '.vscode/launch.json'), 'utf8')).toContain('scripts/test-file.mjs');
});
