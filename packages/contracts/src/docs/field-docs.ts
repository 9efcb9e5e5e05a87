import type { AnswerOf, BodyInput, ErrorAnswer, ParamsInput } from '../index.js';
import type { Calls } from '../calls.js';
import type { RouteName } from '../routes.js';
import type * as z from 'zod/mini';

/** What a field or a parameter means, for the API reference. */
export interface FieldDocs {
  description: string;
  /** What a text holds, or how large a number can be. `uri-reference` is an address that may be empty. */
  format?: 'date-time' | 'date' | 'uri' | 'uri-reference' | 'email' | 'int64';
  /**
   * One example; that of a number that may have a fraction has one. Without it, it is the first of the allowed values,
   * or made from the examples inside.
   */
  examples?: readonly [unknown];
}

/** Describes a field. @param example a value that its schema accepts */
export const field = (description: string, example?: unknown): FieldDocs => ({
  description,
  ...(example === undefined ? {} : { examples: [example] }),
});

const formatted =
  (format: NonNullable<FieldDocs['format']>, usual: string) =>
  (description: string, example = usual): FieldDocs => ({ description, format, examples: [example] });

export const time = formatted('date-time', '2026-11-21T09:30:00.000Z');
/** A day in UTC. */
export const day = formatted('date', '2026-11-21');
export const url = formatted('uri', 'https://feed.example/media/38859bd9484471b3fed4c09872516e39/1280.webp');
/** An address, or an empty text. */
export const urlOrEmpty = formatted('uri-reference', 'https://feed.example/media/ada/1280.webp');
export const email = formatted('email', 'ada@example.org');
export const id = (description: string): FieldDocs => field(description, '665f1c2ab7e4d90012a3c4d5');

/** A number that 32 bits may not hold, such as one of bytes. */
export const large = (description: string, example: number): FieldDocs => ({
  ...field(description, example),
  format: 'int64',
});

/** Says that a name means several things, so that each schema or call with it describes it. */
export const VARIES = null;

/** Fields of a schema or a call that mean more, or something else, than their name elsewhere. */
export type OwnFields = Readonly<Record<string, FieldDocs | undefined>>;

type Names<T> = T extends readonly (infer Item)[]
  ? Names<Item>
  : T extends object
    ? { [K in keyof T as string extends K ? never : K]: K | Names<T[K]> } extends infer Found
      ? Found[keyof Found]
      : never
    : never;
type QueryInput<E> = E extends { query: infer Query extends z.ZodMiniType } ? z.input<Query> : never;
type Parts<E> = ParamsInput<E> | QueryInput<E> | BodyInput<E> | AnswerOf<E>;

/** Names of all fields and parameters of the API. */
export type FieldName = Extract<Names<Parts<Calls[RouteName]> | ErrorAnswer>, string>;

/** Meanings of some names. */
export type FieldWords = { readonly [Name in FieldName]?: FieldDocs | typeof VARIES };
