import { expect, it } from 'vitest';
import { filesIn } from './build-files';

const FILES = [
  { url: '/assets/index-1.js', revision: null },
  { url: '/assets/index-1.css', revision: null },
  { url: '/', revision: 'a1' },
  { url: '/theme.js', revision: 'b2' },
];

it('keeps a page and scripts for each language, since a page names its scripts [B47-9]', () => {
  expect(filesIn('', FILES)).toEqual(FILES);
  expect(filesIn('/l/ar-1', FILES)).toEqual([
    { url: '/l/ar-1/assets/index-1.js', revision: null },
    { url: '/assets/index-1.css', revision: null },
    { url: '/', revision: 'a1/l/ar-1' },
    { url: '/theme.js', revision: 'b2' },
  ]);
});
