import type { Media, PostFields } from './posts.js';

/**
 * A post in which its author wrote nothing, as readers get it. Apart from the schemas, because the first screen of the
 * web app loads it.
 */
export const EMPTY_POST: PostFields = {
  title: '',
  description: '',
  media: [],
  tags: [],
  location: '',
  contentWarning: '',
  sensitive: false,
  language: null,
};

/** Media of which only the address is known. */
export const plainMedia = (kind: Media['kind'], url: string): Media => ({
  url,
  kind,
  alt: '',
  width: 0,
  height: 0,
  placeholder: '',
});

/** Some fields of an object. */
export type Given<T> = { readonly [Name in keyof T]?: T[Name] | undefined };

/**
 * The fields of `empty`, and no others, as `source` has them; fields that it lacks are as in `empty`. Use it to read
 * what a user wrote from a body, a document, a draft or an answer, so that no list of fields is written twice.
 */
export const filled = <T extends object>(empty: T, source: Given<T>): T => {
  const full = { ...empty };
  for (const name of Object.keys(empty) as (keyof T)[]) {
    const given = source[name];
    if (given !== undefined) full[name] = given;
  }
  return full;
};
