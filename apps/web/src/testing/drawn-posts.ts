import type { Post } from '@social-feed/contracts';
import { mutedIn } from '@social-feed/contracts/words';
import fc from 'fast-check';
import { idOf, makeServerPost } from './make-post';
import { testUser } from './users';
import type { PageToDraw } from '../app/drawn/draw-page';
import { NO_LISTS } from '../app/drawn/test-page';

const picture = (name: string) => ({
  url: `/demo-media/pictures/${name}.webp`,
  kind: 'image' as const,
  alt: '',
  placeholder: '#123456',
  width: 1280,
  height: 800,
});

/** The pictures of a post. */
export const withMedia = (...names: string[]): Partial<Post> => ({
  media: names.map(picture),
  images: names.map((name) => picture(name).url),
});

/** Posts as the API sends them, with their numbers as titles. */
export const numbered = (posts: readonly Partial<Post>[]): Post[] =>
  posts.map((fields, index) =>
    makeServerPost({ _id: idOf(index + 1), title: `Title ${index + 1}`, ...fields }),
  );

export const bodyOf = (drawn: { markup: string } | null): HTMLElement =>
  new DOMParser().parseFromString(drawn?.markup ?? '', 'text/html').body;

const person = (letter: string) => ({
  _id: letter.repeat(24),
  userName: `user_${letter}`,
  fullName: `User ${letter}`,
  profilepic: '',
  isFollowing: false,
});

/**
 * Yields posts with the lists of a reader that hide some of them, and the rule which.
 * @param covers what may hide a post's contents behind a button
 */
export const hidingLists = (maxLength: number, covers: readonly ('' | 'sensitive' | 'warned')[]) => {
  const reader = testUser();
  const people = ['b', 'c', 'd'].map(person);
  const authors = [...people, { ...reader, profilepic: '', isFollowing: false }];
  const words = ['kettle', 'harp', 'moss'];
  const post = fc
    .record({
      user: fc.constantFrom(...authors),
      word: fc.option(fc.constantFrom(...words), { nil: null }),
      at: fc.constantFrom('title', 'description', 'tags'),
      language: fc.constantFrom('en', 'de', 'fr', null),
      cover: fc.constantFrom(...covers),
    })
    .map(({ user, word, at, language, cover }) => ({
      user,
      title: at === 'title' ? (word ?? '') : '',
      description: at === 'description' ? `A ${word ?? ''} here` : '',
      tags: at === 'tags' && word !== null ? [word] : [],
      language,
      sensitive: cover === 'sensitive',
      contentWarning: cover === 'warned' ? 'Spoiler' : '',
    }));
  const lists = fc.record({
    blocks: fc.subarray(people),
    muted: fc.subarray(words),
    languages: fc.subarray(['en', 'de']),
  });
  return fc.tuple(fc.array(post, { maxLength }), lists).map(([kinds, { blocks, muted, languages }]) => {
    const posts = kinds.map((each, index) => ({
      ...each,
      _id: idOf(index + 1),
      title: `Mark${index}mark ${each.title}`,
    }));
    const held = muted.map((word) => ({ word, until: null }));
    const find = mutedIn(held);
    const isHidden = (each: (typeof posts)[number]): boolean =>
      each.user._id !== reader._id &&
      (blocks.some(({ _id }) => _id === each.user._id) ||
        find(each).length > 0 ||
        (languages.length > 0 && each.language !== null && !languages.includes(each.language)));
    const own: PageToDraw['own'] = { ...NO_LISTS, blocks, muted: held, languages };
    return { posts, user: reader, own, isHidden };
  });
};

/** Those of these posts whose marks are in a page, also where only readers without script see them. */
export const marked = <T>(posts: readonly T[], drawn: { markup: string } | null): T[] =>
  posts.filter((_each, index) => drawn?.markup.includes(`Mark${index}mark`));
