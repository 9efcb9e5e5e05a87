import { expect, it, vi } from 'vitest';

vi.mock('./posts.js', () => {
  throw new Error('The schemas of posts were made');
});

it.each(['./people.js', './notifications.js', './interactions.js'])(
  '%s, which every page of the app loads, makes no schemas of posts',
  async (file) => {
    await expect(import(file)).resolves.toBeDefined();
  },
);
