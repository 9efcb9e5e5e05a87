import type { BrowserContext } from 'playwright-core';
import { MongoClient } from 'mongodb';
import sharp from 'sharp';

/** Number of pictures, and their bytes at full width. */
const COUNT = 48;
const BYTES = { min: 60_000, max: 90_000 };
/** Widths and heights in pixels, used in turn. */
const SHAPES = [
  [1280, 960],
  [1280, 1280],
  [1280, 854],
  [1024, 1280],
] as const;
const TRIES = 12;

/** A linear congruential generator: numbers from 0 to 1, the same in every run. */
const numbersFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Draws colored discs on a gradient, plus noise of this strength, which determines the compressed size. */
async function draw(index: number, noise: number): Promise<Buffer> {
  const [width, height] = SHAPES[index % SHAPES.length] ?? SHAPES[0];
  const random = numbersFrom(index + 1);
  const colour = () => [random(), random(), random()].map((value) => 60 + value * 150);
  const [from, to] = [colour(), colour()];
  const discs = Array.from({ length: 14 }, () => ({
    x: random() * width,
    y: random() * height,
    radius: 60 + random() * 240,
    colour: colour(),
  }));
  const pixels = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const disc = discs.find((each) => (each.x - x) ** 2 + (each.y - y) ** 2 < each.radius ** 2);
      const grain = (random() - 0.5) * noise;
      for (let channel = 0; channel < 3; channel += 1) {
        const slope = (from[channel] ?? 0) + ((to[channel] ?? 0) - (from[channel] ?? 0)) * (y / height);
        pixels[(y * width + x) * 3 + channel] = Math.round((disc?.colour[channel] ?? slope) + grain);
      }
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 1 })
    .toBuffer();
}

/** Draws a picture whose stored size is within the limits. */
async function pictureOf(index: number): Promise<Buffer> {
  let [low, high] = [0, 120];
  for (let tried = 0; tried < TRIES; tried += 1) {
    const noise = (low + high) / 2;
    const drawn = await draw(index, noise);
    const { length } = await sharp(drawn).webp({ quality: 80, effort: 3 }).toBuffer();
    if (length >= BYTES.min && length <= BYTES.max) return drawn;
    if (length < BYTES.min) low = noise;
    else high = noise;
  }
  throw new Error(`Picture ${index} does not come out between ${BYTES.min} and ${BYTES.max} bytes`);
}

interface Upload {
  _id: string;
  facts: { width: number; height: number; placeholder: string };
}

/**
 * Replaces the demo's pictures with generated ones of 60 to 90 kB at full width: normal uploads, in all widths that
 * the API makes. They are drawn and uploaded once per database.
 * @param api origin in the urls of posts
 * @param member the user signed in at `web` who uploads them
 */
export async function usePictures(
  uri: string,
  api: string,
  web: string,
  member: BrowserContext,
): Promise<void> {
  const client = await new MongoClient(uri).connect();
  try {
    const files = client.db().collection<Upload>('mediafiles');
    for (let index = await files.countDocuments(); index < COUNT; index += 1) {
      const picture = { name: `${index}.png`, mimeType: 'image/png', buffer: await pictureOf(index) };
      const answer = await member.request.post(`${web}/api/media`, {
        multipart: { files: picture },
        headers: { origin: web },
      });
      if (answer.status() !== 201) throw new Error(`The upload answered ${answer.status()}`);
    }
    // they are named by posts of other users, so they would count as unused
    await files.updateMany({}, { $unset: { checkAt: 1 } });
    const uploads = await files.find().sort({ _id: 1 }).toArray();
    const posts = client.db().collection<{ media: { kind: string; alt: string }[] }>('posts');
    let next = 0;
    const media = (item: { kind: string; alt: string }) => {
      const upload = uploads[next % uploads.length];
      if (item.kind !== 'image' || !upload) return item;
      next += 1;
      const { width, height, placeholder } = upload.facts;
      const url = `${api}/media/${upload._id}/1280.webp`;
      return { kind: 'image', url, alt: item.alt, width, height, placeholder };
    };
    const found = await posts
      .find({ 'media.kind': 'image' }, { projection: { media: 1 } })
      .sort({ _id: 1 })
      .toArray();
    await posts.bulkWrite(
      found.map((post) => ({
        updateOne: { filter: { _id: post._id }, update: { $set: { media: post.media.map(media) } } },
      })),
    );
  } finally {
    await client.close();
  }
}

interface Page {
  data: { media: { kind: string }[] }[];
}

/** Finds this many seeds whose first post starts with a picture; the same in every run on the same posts. */
export async function seedsWithPicture(web: string, wanted: number): Promise<number[]> {
  const seeds: number[] = [];
  for (let seed = 1; seeds.length < wanted; seed += 1) {
    if (seed > 100 * wanted) throw new Error('Hardly any post has a picture');
    const query = `page=1&limit=20&sortBy=random&sortOrder=desc&seed=${seed}&isFirstLoad=true`;
    const { data } = (await (await fetch(`${web}/api/posts/infinite?${query}`)).json()) as Page;
    if (data[0]?.media[0]?.kind === 'image') seeds.push(seed);
  }
  return seeds;
}
