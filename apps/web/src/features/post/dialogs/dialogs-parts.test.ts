import { expect, it, vi } from 'vitest';

const unwanted = vi.hoisted(() => () => {
  throw new Error('It was loaded');
});
vi.mock('./former-texts', unwanted);
vi.mock('./likers', unwanted);

it('the preloaded dialogs import no lists, whose schemas are slow to build', async () => {
  await expect(import('./dialogs')).resolves.toBeDefined();
});
