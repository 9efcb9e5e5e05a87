import manifest from './media-manifest.json' with { type: 'json' };
import type { MediaItem, TopicName } from './types.js';

/** All generated files of `media`. */
export const mediaManifest: readonly MediaItem[] = manifest as MediaItem[];

const byUse = (use: MediaItem['use']): readonly MediaItem[] =>
  mediaManifest.filter((item) => item.use === use);

export const pictures = byUse('picture');
export const avatars = byUse('avatar');
export const covers = byUse('cover');
export const clips = byUse('clip');

/** Picture genres by topic. */
const GENRES: Readonly<Record<TopicName, readonly string[]>> = {
  garden: ['botanical', 'terraces', 'fruit'],
  bread: ['bread', 'fruit', 'still-life'],
  trains: ['train', 'fields', 'mountains'],
  sea: ['sea', 'tide-pool', 'lighthouse', 'underwater'],
  code: ['flow', 'poster', 'topographic', 'stained-glass'],
  music: ['poster', 'flow', 'marbled'],
  film: ['city', 'rain', 'poster', 'night-sky'],
  city: ['city', 'facade', 'rain', 'mosaic'],
  running: ['forest', 'mountains', 'fields', 'dunes'],
  family: ['balloons', 'still-life', 'fruit', 'sea'],
  birds: ['birds', 'forest', 'sea'],
  craft: ['still-life', 'textile', 'mosaic', 'marbled', 'stained-glass'],
  chess: ['chess', 'poster', 'mosaic'],
  astronomy: ['night-sky', 'moon', 'aurora'],
  mountains: ['mountains', 'terraces', 'topographic', 'dunes'],
  books: ['still-life', 'botanical', 'marbled', 'coffee'],
  coffee: ['coffee', 'still-life', 'bread'],
  weather: ['rain', 'forest', 'aurora', 'sea', 'fields'],
};

const poolOf = (items: readonly MediaItem[], topic: TopicName): readonly MediaItem[] =>
  items.filter((item) => GENRES[topic].includes(item.genre));

/** Pictures and clips by topic, sorted once. */
const picturePools = new Map<TopicName, readonly MediaItem[]>();
const clipPools = new Map<TopicName, readonly MediaItem[]>();
for (const topic of Object.keys(GENRES) as TopicName[]) {
  picturePools.set(topic, poolOf(pictures, topic));
  clipPools.set(topic, poolOf(clips, topic));
}

/** Pictures for a topic. */
export const picturesFor = (topic: TopicName): readonly MediaItem[] => picturePools.get(topic) ?? [];

/** Clips for a topic; most have none. */
export const clipsFor = (topic: TopicName): readonly MediaItem[] => clipPools.get(topic) ?? [];

/**
 * Returns the absolute URL of a file of the manifest.
 * @param base origin of the API, with or without a trailing slash
 * @param file path below the media folder, such as `pictures/dunes-03.webp`
 */
export function mediaUrl(base: string, file: string): string {
  return `${base.replace(/(?<!\/)\/+$/, '')}/demo-media/${file}`;
}
