import { expect, it, vi } from 'vitest';

const unwanted = vi.hoisted(() => () => {
  throw new Error('It was loaded');
});
vi.mock('./fair-chance', unwanted);
vi.mock('./former-texts', unwanted);
vi.mock('./likers', unwanted);
vi.mock('./mute-words', unwanted);
vi.mock('./why-this-post', unwanted);

it('the preloaded dialogs import no lists, whose schemas are slow to build, and no names of shuffles', async () => {
  await expect(import('./dialogs')).resolves.toBeDefined();
});
