import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { mediaScene } from '../../testing/media-scene.js';
import { clips, incomingIn, smallPng, upload } from '../../testing/uploads.js';
import { prepareUpload } from './prepare-upload.js';

const MB = 1024 ** 2;
const sizes = { imageBytes: MB, videoBytes: 3 * MB };
const scene = mediaScene(sizes);

it.each([
  ['A picture', smallPng, MB, '1 MB'],
  ['A video', clips.mp4, 3 * MB, '3 MB'],
])(
  '%s may have as many bytes as the host says, and not one more [B22-50]',
  async (what, make, most, said) => {
    const path = join(scene.directory, 'sized');
    await writeFile(path, await make());
    await expect(prepareUpload({ path, size: most }, undefined, sizes)).resolves.toBeDefined();
    await expect(prepareUpload({ path, size: most + 1 }, undefined, sizes)).rejects.toMatchObject({
      status: 413,
      message: `${what} may have at most ${said}`,
    });
  },
);

it('POST /media refuses files over the host’s sizes, and says them [B22-50]', async () => {
  const padded = async (file: Promise<Buffer>, bytes: number) =>
    Buffer.concat([await file, Buffer.alloc(bytes)]);
  const answers = [
    await upload(scene.agent, [await padded(smallPng(), 2 * MB), 'a.png']),
    // larger than anything that the host takes, so it is not read to its end
    await upload(scene.agent, [Buffer.alloc(3 * MB + 1), 'a.png']),
  ];
  expect(answers.map(({ status, body }) => [status, body.message])).toEqual([
    [413, 'A picture may have at most 1 MB'],
    [413, 'At most 10 pictures of 1 MB and 2 videos of 3 MB'],
  ]);
  expect(await incomingIn(scene.directory)).toEqual([]);
});
