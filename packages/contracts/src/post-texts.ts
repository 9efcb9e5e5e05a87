import type { Given } from './defaults.js';
import type { FormerText, PostFields } from './posts.js';

/** What the texts in a field of a post count for. */
interface TextUse<Value> {
  /** Returns the texts in a value. */
  of(value: Value): readonly string[];
  /** Muted words hide the post by words in it, and the host's words report it. */
  words: boolean;
  /** Search finds the post by it. */
  search: boolean;
  /** Its #tags, @mentions and addresses are links, and the language of the post is that of these texts. */
  prose: boolean;
  /** Its name in a former text; `null` if an edit does not keep it. */
  former: keyof Omit<FormerText, 'writtenAt'> | null;
}

const one = (text: string): readonly string[] => [text];

/**
 * The texts in the fields of a post, and what they count for; `null` for fields without text. Muted words, words that
 * report, search, mentions, tags and former texts follow from it. Search keeps a limited number of words, in this order.
 */
export const POST_TEXTS = {
  title: { of: one, words: true, search: true, prose: true, former: 'title' },
  tags: { of: (tags: readonly string[]) => tags, words: true, search: true, prose: false, former: null },
  location: { of: one, words: false, search: true, prose: false, former: null },
  description: { of: one, words: true, search: true, prose: true, former: 'text' },
  contentWarning: { of: one, words: true, search: false, prose: false, former: null },
  media: {
    of: (media: readonly { alt?: string | undefined }[]) => media.map(({ alt = '' }) => alt),
    words: true,
    search: false,
    prose: false,
    former: null,
  },
  sensitive: null,
  language: null,
} as const satisfies { readonly [Name in keyof PostFields]: TextUse<PostFields[Name]> | null };

type Table = typeof POST_TEXTS;
type Use = 'words' | 'search' | 'prose';
type FieldFor<U extends Use> = {
  [Name in keyof Table]: Table[Name] extends Record<U, true> ? Name : never;
}[keyof Table];
type ValueOf<Field> = Field extends { of(value: infer Value): unknown } ? Value : never;

/** The fields of a post whose texts count for this. */
export type TextsFor<U extends Use> = { readonly [Name in FieldFor<U>]: ValueOf<Table[Name]> };

const FIELDS = Object.entries(POST_TEXTS) as [keyof PostFields, TextUse<unknown> | null][];

/** The fields of a post whose texts count for one of these uses. */
export const fieldsFor = (...uses: Use[]): (keyof PostFields)[] =>
  FIELDS.flatMap(([name, field]) => (uses.some((use) => field?.[use]) ? [name] : []));

/** Returns the texts of a post, or of some of its fields, that count for this. */
export const textsFor = <U extends Use>(use: U, post: Given<TextsFor<U>>): string[] =>
  FIELDS.flatMap(([name, field]) => {
    const value = (post as Given<Record<keyof PostFields, unknown>>)[name];
    return field?.[use] === true && value !== undefined ? field.of(value) : [];
  });

type KeptField = {
  [Name in keyof Table]: Table[Name] extends { former: string } ? Name : never;
}[keyof Table];

/** Returns what an edit of a post keeps of it. */
export const formerTextOf = (post: Pick<PostFields, KeptField>): Omit<FormerText, 'writtenAt'> =>
  Object.fromEntries(
    FIELDS.flatMap(([name, field]) => (field?.former ? [[field.former, post[name as KeptField]]] : [])),
  ) as Omit<FormerText, 'writtenAt'>;
