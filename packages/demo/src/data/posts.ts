import { careFor } from './care.js';
import { commentCountOf } from './comments.js';
import { clipsFor, picturesFor } from './media.js';
import { DEMO_SEED } from './people.js';
import { phrasebooks } from './languages/index.js';
import { placeFor } from './places.js';
import type { Random } from './random.js';
import { randomFor } from './random.js';
import { reactionsOf } from './reactions.js';
import { createdAtOf } from './schedule.js';
import { postSubject } from './subject.js';
import { drawLength, gapOf, writeCaption, writeText, writeTitle } from './text.js';
import { topics } from './topics/index.js';
import type { DemoOptions, DemoPost, Language, MediaItem, TopicName } from './types.js';

/** Number of pictures of a post: none for a third, one for most others. */
const PICTURE_COUNTS: readonly (readonly [number, number])[] = [
  [0, 34],
  [1, 40],
  [2, 10],
  [3, 7],
  [4, 5],
  [5, 2],
  [6, 2],
];

function tagsFor(language: Language, topic: TopicName, random: Random): string[] {
  const own = language === 'en' ? [] : (phrasebooks[language].tags[topic] ?? []);
  const pool = [...new Set([...own, ...topics[topic].tags])];
  const count = random.weighted([
    [0, 22],
    [1, 16],
    [2, 22],
    [3, 20],
    [4, 10],
    [5, 6],
    [7, 3],
    [10, 1],
  ]);
  return random.sample(pool, Math.min(10, count));
}

/** Clips and pictures of a post; about one in twenty-five has a clip. */
function mediaFor(topic: TopicName, random: Random): { images: MediaItem[]; videos: MediaItem[] } {
  const clipPool = clipsFor(topic);
  if (clipPool.length > 0 && random.chance(0.04)) {
    const images = random.chance(0.15) ? random.sample(picturesFor(topic), random.int(1, 2)) : [];
    return { images, videos: [random.pick(clipPool)] };
  }
  return { images: random.sample(picturesFor(topic), random.weighted(PICTURE_COUNTS)), videos: [] };
}

/**
 * Returns the post with this number. The result depends only on the number and the options.
 * @param index 0 is the oldest
 */
export function postAt(index: number, options: DemoOptions): DemoPost {
  const random = randomFor(DEMO_SEED, 'post', index);
  const { person, topic, language } = postSubject(index, options);
  const media = mediaFor(topic, random);
  const hasMedia = media.images.length + media.videos.length > 0;
  const wordless = hasMedia && random.chance(0.06);
  const length = drawLength(random);
  const titled = random.chance(
    length === 'essay' || length === 'long' ? 0.9 : length === 'tiny' ? 0.06 : 0.35,
  );
  const text = wordless ? undefined : writeText(language, topic, length, random);
  const title = titled ? writeTitle(language, topic, random) : undefined;
  const location = random.chance(0.38) ? placeFor(person, topic, random) : undefined;
  // a separate random stream, so that captions change nothing else
  const caption = writeCaption(
    language,
    topic,
    [...media.videos, ...media.images],
    randomFor(DEMO_SEED, 'caption', index),
  );
  const description = text && caption ? `${caption}${gapOf(language)}${text}` : text;
  const reactions = reactionsOf(index, options);
  const count = (kind: 'liked' | 'disliked' | 'shared' | 'saved'): number =>
    reactions.filter((reaction) => reaction[kind]).length;
  return {
    index,
    author: person.index,
    ...(title === undefined ? {} : { title }),
    ...(description === undefined ? {} : { description }),
    tags: tagsFor(language, topic, random),
    ...(location === undefined ? {} : { location }),
    ...media,
    // Uses a separate random stream, so that the rest of the set does not change.
    ...careFor(
      { topic, language, words: !wordless, images: media.images },
      randomFor(DEMO_SEED, 'care', index),
    ),
    createdAt: createdAtOf(index, options),
    isPinned: random.chance(0.012),
    language,
    topic,
    counts: {
      views: reactions.length,
      likes: count('liked'),
      dislikes: count('disliked'),
      shares: count('shared'),
      saves: count('saved'),
      comments: commentCountOf(index, options),
    },
  };
}
