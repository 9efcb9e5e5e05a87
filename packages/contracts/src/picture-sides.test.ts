import { expect, it } from 'vitest';
import { tooLongPicture } from './picture-sides.js';

it.each([
  ['a long screenshot', 1290, 19_854, undefined],
  ['half of it is left', 300, 32_766, undefined],
  ['a pixel more', 300, 32_767, 3],
  ['a thread', 300, 40_000, 3],
  ['a wide thread', 2560, 80_000, 3],
  ['a panorama', 40_000, 300, undefined],
])('the length of %s', (_what, width, height, parts) => {
  const said = tooLongPicture({ width, height });
  if (parts === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(`Cut it into ${parts} parts`);
});
