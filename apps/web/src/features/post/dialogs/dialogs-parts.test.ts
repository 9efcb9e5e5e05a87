import { expect, it, vi } from 'vitest';

const unwanted = vi.hoisted(() => () => {
  throw new Error('It was loaded');
});
vi.mock('./former-texts', unwanted);
vi.mock('./likers', unwanted);

it('the dialogs that every page warms up bring no lists, whose schemas take long to make', async () => {
  await expect(import('./dialogs')).resolves.toBeDefined();
});
