import { describe, expect, it } from 'vitest';
import { imageAtWidth, imageSrcSet } from './media-urls.js';

const folder = 'https://feed.example/api/media/0123456789abcdef0123456789abcdef';
const picture = `${folder}/1280.webp`;

describe('imageSrcSet', () => {
  it('names every width available for the picture', () => {
    expect(imageSrcSet(picture, 1280)).toBe(
      `${folder}/320.webp 320w, ${folder}/640.webp 640w, ${folder}/1280.webp 1280w`,
    );
    expect(imageSrcSet(picture, 900)).toBe(
      `${folder}/320.webp 320w, ${folder}/640.webp 640w, ${folder}/1280.webp 900w`,
    );
    expect(imageSrcSet(picture, 640)).toBe(`${folder}/320.webp 320w, ${folder}/640.webp 640w`);
    expect(imageSrcSet(picture, 500)).toBe(`${folder}/320.webp 320w, ${folder}/640.webp 500w`);
  });

  it('names the true width of a panorama, which is wider than others [B41-5]', () => {
    expect(imageSrcSet(picture, 9000)).toBe(
      `${folder}/320.webp 320w, ${folder}/640.webp 640w, ${folder}/1280.webp 9000w`,
    );
    // of another site, only the size of the original is known
    const passedOn = 'https://feed.example/media/remote/0123456789abcdef0123456789abcdef/aa/1280.webp';
    expect(imageSrcSet(passedOn, 9000)).toMatch(/1280\.webp 1280w$/);
  });

  it('names all widths if the size is unknown', () => {
    expect(imageSrcSet(picture, 0)).toMatch(/ 320w, .* 640w, .* 1280w$/);
  });

  it.each([
    ['a small one', picture, 320],
    ['a clip', `${folder}/video.mp4`, 1280],
    ['a foreign picture', 'https://pictures.example/1280.webp', 1280],
    ['one with a query', `${picture}?x`, 1280],
  ])('returns nothing for %s', (_name, url, width) => {
    expect(imageSrcSet(url, width)).toBeUndefined();
  });
});

describe('a demo picture', () => {
  const at = 'http://localhost:4000/demo-media';
  const drawn = `${at}/pictures/sea-01.webp`;

  it('has the widths of an upload, with the original as the widest', () => {
    expect(imageSrcSet(drawn, 1280)).toBe(
      `${at}/320/pictures/sea-01.webp 320w, ${at}/640/pictures/sea-01.webp 640w, ${drawn} 1280w`,
    );
    expect(imageSrcSet(drawn, 560)).toBe(
      `${at}/320/pictures/sea-01.webp 320w, ${at}/640/pictures/sea-01.webp 560w`,
    );
    expect(imageAtWidth(drawn, 320)).toBe(`${at}/320/pictures/sea-01.webp`);
  });

  it.each(['avatars/person-00.webp', 'clips/rain.webp', 'pictures/../a.webp', 'pictures/sea-01.webp?x'])(
    'does not match %s',
    (file) => expect(imageSrcSet(`${at}/${file}`, 1280)).toBeUndefined(),
  );
});

describe('imageAtWidth', () => {
  it('returns another width of an upload and leaves other addresses unchanged', () => {
    expect(imageAtWidth(picture, 320)).toBe(`${folder}/320.webp`);
    expect(imageAtWidth('https://pictures.example/a/1280.webp', 320)).toBe(
      'https://pictures.example/a/1280.webp',
    );
  });
});
