import { expect, it } from 'vitest';
import { fakeFile } from '../../testing/fake-uploads';
import { makeInstance } from '../../testing/make-instance';
import { useInstanceStore } from '../instance-store';
import { mayShrink, uploadProblem } from './upload-rules';

const MB = 1024 ** 2;

it('files have the sizes that the host takes, the usual ones until they are known [B22-50]', () => {
  const gif = fakeFile('a.gif', 'image/gif', 3 * MB);
  const clip = fakeFile('a.mp4', 'video/mp4', 80 * MB);
  const jpeg = fakeFile('a.jpg', 'image/jpeg', 3 * MB);
  expect(uploadProblem(clip)).toBe('A video may have at most 50 MB; this one has 80 MB.');
  expect(mayShrink(jpeg)).toBe(false);
  const known = makeInstance();
  Object.assign(known.limits, { imageBytes: 2 * MB, videoBytes: 100 * MB });
  useInstanceStore.setState({ known });
  expect(uploadProblem(gif)).toBe('A picture may have at most 2 MB; this one has 3 MB.');
  expect(uploadProblem(clip)).toBeUndefined();
  expect(mayShrink(jpeg)).toBe(true);
});
