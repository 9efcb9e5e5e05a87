import { expect, it } from 'vitest';
import { pageOf } from './page.mjs';

it('shows every screen at every size and theme, beside what it shows', () => {
  const screens = [{ name: 'feed', shows: 'home, in random order' }];
  const page = pageOf(screens, [{ width: 375 }, { width: 1440 }], ['light', 'dark']);
  expect(page).toContain('<p>home, in random order</p>');
  expect([...page.matchAll(/ src="([^"]+)"/g)].map(([, src]) => src)).toEqual([
    'feed-375-light.webp',
    'feed-375-dark.webp',
    'feed-1440-light.webp',
    'feed-1440-dark.webp',
  ]);
});
