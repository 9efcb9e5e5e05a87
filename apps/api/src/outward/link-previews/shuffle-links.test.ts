import sharp from 'sharp';
import { expect, it } from 'vitest';
import { appScene } from '../../testing/scene.js';

const scene = appScene({ config: { webOrigin: 'https://feed.example' } });

const previewOf = async (address: string) =>
  ((await scene.app.agent().get('/link-preview').query({ address }).expect(200)).body as { data: unknown })
    .data;

it.each(['/home?shuffle=amber-leopard-bridge', '/home?shuffle=Amber%20Leopard%20Bridge', '/home?seed=4711'])(
  'a link to a shuffle, %s, is previewed with its words and its face [B4-22]',
  async (address) => {
    expect(await previewOf(address)).toEqual({
      type: 'website',
      title: 'Shuffle “amber leopard bridge”',
      description: 'All posts in an order by chance, the same for everybody who opens this link.',
      image: {
        url: 'https://feed.example/api/feeds/shuffle/4711.png',
        alt: 'The face of the shuffle “amber leopard bridge”',
      },
    });
  },
);

it.each(['/home', '/home?shuffle=nobody', '/home?seed=1000000', '/home?way=newest'])(
  '%s is no link to a shuffle',
  async (address) => expect(await previewOf(address)).toBeNull(),
);

it('the face is a square picture in two colours, which never changes [B4-22]', async () => {
  const { headers, body } = await scene.app.agent().get('/feeds/shuffle/4711.png').buffer(true).expect(200);
  expect(headers['content-type']).toBe('image/png');
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
  const { data, info } = await sharp(body as Buffer)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  expect([info.width, info.height]).toEqual([600, 600]);
  const colours = new Set<number>();
  for (let at = 0; at < data.length; at += 3) colours.add(data.readUIntBE(at, 3));
  expect(colours.size).toBe(2);
});

it.each(['1000000', 'x', '-1'])('no seed %s has a face', async (seed) => {
  await scene.app.agent().get(`/feeds/shuffle/${seed}.png`).expect(400);
});
