import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { MongoClient } from 'mongodb';
import { root } from '../../../scripts/lib/settings.mjs';

const FOLDER = join(root, 'packages/demo/media/pictures');
/** Number of pictures, and their bytes. */
const COUNT = 48;
const BYTES = { min: 60_000, max: 90_000 };

/** Names of the demo's pictures of this size, the same in every run. */
const picturesOfSize = (): string[] =>
  readdirSync(FOLDER)
    .filter((name) => {
      const { size } = statSync(join(FOLDER, name));
      return size >= BYTES.min && size <= BYTES.max;
    })
    .slice(0, COUNT);

interface Upload {
  _id: string;
  facts: { width: number; height: number; placeholder: string };
}

/**
 * Replaces the demo's pictures, which posts name as files, with uploads of the ones of 60 to 90 kB, in all widths
 * that the API makes. They are uploaded once per database.
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
    const uploaded = await files.countDocuments();
    for (const name of picturesOfSize().slice(uploaded)) {
      const picture = { name, mimeType: 'image/webp', buffer: readFileSync(join(FOLDER, name)) };
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
