import { expect, it, vi } from 'vitest';

vi.mock('./posts.js', () => {
  throw new Error('The schemas of posts were made');
});

it.each(['./people.js', './notifications.js', './interactions.js'])(
  '%s, loaded by every page of the app, does not load the post schemas',
  async (file) => {
    await expect(import(file)).resolves.toBeDefined();
  },
);
