import { SUGGESTED_TAGS } from '@social-feed/contracts';
import { describe, expect, it } from 'vitest';

import { commentAt } from './comments.js';
import { phrasebooks } from './languages/index.js';
import { clipsFor, picturesFor } from './media.js';
import { DEMO_EPOCH, DEMO_POSTS } from './people.js';
import { postAt } from './posts.js';
import { reactionsOf } from './reactions.js';
import { topics } from './topics/index.js';
import { TOPICS, type TopicName } from './types.js';

const options = { people: 60, total: 3_000 };
const posts = Array.from({ length: options.total }, (_, k) => postAt(k, options));
const share = (test: (post: (typeof posts)[number]) => boolean): number =>
  posts.filter(test).length / posts.length;

describe('postAt', () => {
  it('depends only on its number, so any post can be created alone', () => {
    for (const index of [2_999, 0, 1_234]) expect(postAt(index, options)).toEqual(posts[index]);
    const far = postAt(999_999, { people: 60, total: 1_000_000 });
    expect(far).toEqual(postAt(999_999, { people: 60, total: 1_000_000 }));
    expect(far.createdAt.getTime()).toBeLessThan(DEMO_EPOCH.getTime());
  });

  it('stays within all limits of a post', () => {
    for (const post of posts) {
      if (post.title !== undefined) expect(post.title.length).toBeLessThanOrEqual(150);
      if (post.description !== undefined) expect(post.description.length).toBeLessThanOrEqual(5_000);
      expect(post.title ?? post.description ?? post.images[0] ?? post.videos[0]).toBeTruthy();
      expect(post.tags.length).toBeLessThanOrEqual(10);
      expect(new Set(post.tags).size).toBe(post.tags.length);
      for (const tag of post.tags) expect(tag).toMatch(/^[\p{L}\p{M}\p{N}_]{1,30}$/u);
      if (post.location !== undefined) expect(post.location.length).toBeLessThanOrEqual(100);
      expect(post.images.length).toBeLessThanOrEqual(6);
      expect(new Set(post.images).size).toBe(post.images.length);
      expect(post.videos.length).toBeLessThanOrEqual(2);
      expect(post.author).toBeGreaterThanOrEqual(0);
      expect(post.author).toBeLessThan(options.people);
      const text = post.description ?? '';
      expect(text, `post ${post.index}`).not.toMatch(/undefined|lorem|[{}]| {2}/i);
    }
  });

  it('mixes posts without pictures, with one, with several and with clips', () => {
    expect(share((post) => post.images.length === 0 && post.videos.length === 0)).toBeGreaterThan(0.28);
    expect(share((post) => post.images.length === 1)).toBeGreaterThan(0.32);
    expect(share((post) => post.images.length >= 2)).toBeGreaterThan(0.18);
    expect(share((post) => post.images.length === 6)).toBeGreaterThan(0.005);
    expect(share((post) => post.videos.length > 0)).toBeGreaterThan(0.02);
    expect(share((post) => post.videos.length > 0)).toBeLessThan(0.07);
  });

  it('adds warnings to a few posts, marks a few as sensitive, and some as both [B7-20]', () => {
    const seeded = posts.slice(0, DEMO_POSTS);
    const warned = seeded.filter(({ contentWarning }) => contentWarning !== '');
    const covered = seeded.filter(({ sensitive }) => sensitive);
    const both = warned.filter(({ sensitive }) => sensitive);
    for (const some of [warned, covered, both]) expect(some.length).toBeGreaterThan(1);
    expect(warned.length + covered.length).toBeLessThan(0.02 * seeded.length);
    expect(
      warned.filter(({ language, contentWarning: { length } }) => language !== 'en' || length > 100),
    ).toEqual([]);
    expect(covered.filter(({ images }) => images.length === 0)).toEqual([]);
    const wordless = warned.filter(({ sensitive, description }) => !sensitive && description === undefined);
    expect(wordless).toEqual([]);
  });

  it('has posts for every hashtag suggested by the search box', () => {
    const used = posts.slice(0, DEMO_POSTS).flatMap((post) => post.tags);
    const rare = SUGGESTED_TAGS.filter((tag) => used.filter((one) => one === tag).length < 5);
    expect(rare).toEqual([]);
  });

  it('writes about the content of its pictures and clips', () => {
    const foreign = posts.flatMap(({ language, topic }) => (language === 'en' ? [] : [{ language, topic }]));
    const unknown = foreign.filter(({ language, topic }) => !phrasebooks[language].about[topic]);
    expect(unknown).toEqual([]);
    const stray = posts.filter(({ topic, videos }) =>
      videos.some(({ genre }) => !picturesFor(topic).some((picture) => picture.genre === genre)),
    );
    expect(stray).toEqual([]);
    expect(clipsFor('garden')).toEqual([]);
  });

  it('says what unexpected pictures have to do with the text, in every language', () => {
    const isMedia = (topic: TopicName, key: string): boolean => {
      const pool = key.endsWith(' clip') ? clipsFor(topic) : picturesFor(topic);
      return pool.some(({ genre }) => genre === key.replace(/ clip$/, ''));
    };
    const keysOf = (topic: TopicName): string[] => Object.keys(topics[topic].pictures ?? {});
    expect(TOPICS.flatMap((topic) => keysOf(topic).filter((key) => !isMedia(topic, key)))).toEqual([]);
    for (const { about, pictures } of Object.values(phrasebooks)) {
      const wanted = new Set(TOPICS.filter((topic) => about[topic]).flatMap(keysOf));
      expect([...wanted].filter((key) => !pictures[key])).toEqual([]);
      expect(Object.keys(pictures).filter((key) => !wanted.has(key))).toEqual([]);
    }
    const jars = posts.filter(
      ({ topic, images, videos, language, description }) =>
        topic === 'family' &&
        language === 'en' &&
        description !== undefined &&
        videos.length === 0 &&
        images[0]?.genre === 'still-life',
    );
    expect(jars.length).toBeGreaterThan(0);
    expect(jars.filter(({ description }) => !/jars|table/.test(description ?? ''))).toEqual([]);
  });

  it('uses pictures of all shapes', () => {
    const aspects = posts.flatMap((post) => post.images.map((image) => image.width / image.height));
    for (const [low, high] of [
      [0.6, 0.7],
      [0.72, 0.82],
      [0.95, 1.05],
      [1.4, 1.6],
      [1.7, 1.85],
      [1.95, 2.05],
    ] as const) {
      const part = aspects.filter((aspect) => aspect > low && aspect < high).length / aspects.length;
      expect(part, `${low} to ${high}`).toBeGreaterThan(0.05);
    }
  });

  it('writes texts of all lengths, almost without duplicates', () => {
    const texts = posts.flatMap((post) => post.description ?? []);
    expect(new Set(texts.slice(0, 2_000)).size / 2_000).toBeGreaterThan(0.95);
    expect(texts.filter((text) => text.length < 60).length).toBeGreaterThan(200);
    expect(texts.filter((text) => text.length > 2_500).length).toBeGreaterThan(20);
    expect(Math.max(...texts.map((text) => text.length))).toBeGreaterThan(4_000);
    const sentences = texts
      .flatMap((text) => text.split(/(?<=[.!?。?!।])\s*/u))
      .filter((part) => part.length > 12);
    expect(new Set(sentences).size / sentences.length).toBeGreaterThan(0.36);
    for (const text of texts) {
      const own = text.split(/(?<=[.!?])\s+/).filter((part) => /^[\p{L}“"]/u.test(part) && part.length > 25);
      expect(new Set(own).size, text.slice(0, 80)).toBe(own.length);
    }
  });

  it('writes in several scripts, with emoji', () => {
    for (const script of ['Latin', 'Arabic', 'Hiragana', 'Han', 'Hangul', 'Devanagari', 'Cyrillic']) {
      const pattern = new RegExp(`\\p{Script=${script}}`, 'u');
      expect(
        share((post) => pattern.test(post.description ?? '')),
        script,
      ).toBeGreaterThan(0.01);
    }
    expect(share((post) => /\p{Extended_Pictographic}/u.test(post.description ?? ''))).toBeGreaterThan(0.1);
  });

  it('reaches two years back in the order of numbers, with more posts recently and by day', () => {
    const dates = posts.map((post) => post.createdAt.getTime());
    const day = 86_400_000;
    expect(Math.max(...dates)).toBeLessThan(DEMO_EPOCH.getTime());
    expect(DEMO_EPOCH.getTime() - Math.min(...dates)).toBeGreaterThan(700 * day);
    expect(DEMO_EPOCH.getTime() - Math.min(...dates)).toBeLessThan(740 * day);
    for (let k = 100; k < posts.length; k += 1) expect(dates[k]! - dates[k - 100]!).toBeGreaterThan(0);
    const recent = dates.filter((date) => date > DEMO_EPOCH.getTime() - 182 * day).length;
    expect(recent / dates.length).toBeGreaterThan(0.28);
    const night = posts.filter((post) => post.createdAt.getUTCHours() < 6).length / posts.length;
    expect(night).toBeLessThan(0.12);
  });

  it('distributes posts unevenly over all users', () => {
    const perAuthor = new Array<number>(options.people).fill(0);
    for (const post of posts) perAuthor[post.author] = perAuthor[post.author]! + 1;
    expect(Math.min(...perAuthor)).toBeGreaterThan(5);
    expect(Math.max(...perAuthor)).toBeGreaterThan(120);
  });
});

describe('reactionsOf and commentAt', () => {
  it('match the counters and use only existing users', () => {
    for (const post of posts) {
      const reactions = reactionsOf(post.index, options);
      const count = (key: 'liked' | 'disliked' | 'saved' | 'shared'): number =>
        reactions.filter((r) => r[key]).length;
      expect(post.counts).toMatchObject({
        views: reactions.length,
        likes: count('liked'),
        dislikes: count('disliked'),
        saves: count('saved'),
        shares: count('shared'),
      });
      const persons = new Set(reactions.map((reaction) => reaction.person));
      const wrong = reactions.filter(
        (reaction) =>
          (reaction.liked && reaction.disliked) || reaction.at < post.createdAt || reaction.at > DEMO_EPOCH,
      );
      expect([persons.size, persons.has(post.author), wrong]).toEqual([reactions.length, false, []]);
    }
  });

  it('have a long tail', () => {
    const likes = posts.map((post) => post.counts.likes).sort((a, b) => a - b);
    const comments = posts.map((post) => post.counts.comments).sort((a, b) => a - b);
    expect(likes[1_500]).toBeLessThan(6);
    expect(likes[2_970]).toBeGreaterThan(20);
    expect(comments[1_200]).toBe(0);
    expect(comments[2_990]).toBeGreaterThan(20);
  });

  it('give comments in order, of valid length, by existing users', () => {
    for (const post of posts) {
      const comments = Array.from({ length: post.counts.comments }, (_, k) =>
        commentAt(post.index, k, options),
      );
      const wrong = comments.filter(
        ({ body, createdAt, author, likedBy }, k) =>
          body.trim().length === 0 ||
          body.length > 2_000 ||
          /undefined|[{}]/.test(body) ||
          createdAt < (comments[k - 1]?.createdAt ?? post.createdAt) ||
          createdAt > DEMO_EPOCH ||
          author >= options.people ||
          likedBy.includes(author) ||
          new Set(likedBy).size !== likedBy.length,
      );
      expect(wrong).toEqual([]);
    }
  });

  it('reject a comment that does not exist', () => {
    expect(() => commentAt(0, posts[0]!.counts.comments, options)).toThrow(RangeError);
    expect(() => commentAt(0, -1, options)).toThrow(RangeError);
  });

  it('are fewer per post in very large sets', () => {
    const large = { people: 60, total: 1_000_000 };
    let views = 0;
    let comments = 0;
    for (let k = 0; k < 2_000; k += 1) {
      const { counts } = postAt(k * 500, large);
      views += counts.views;
      comments += counts.comments;
    }
    expect(views / 2_000).toBeGreaterThan(0.02);
    expect(views / 2_000).toBeLessThan(1);
    expect(comments / 2_000).toBeLessThan(0.3);
  });
});
