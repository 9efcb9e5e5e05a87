import * as z from 'zod/mini';
import { commenting, commentsCloseAfter } from './commenting.js';
import {
  httpUrl,
  interactionStatus,
  isoDate,
  objectId,
  partOf,
  plainAnswer,
  postParams,
  reactionCounts,
  shortText,
  success,
  text,
  textField,
  writtenText,
  type ValuesOf,
  type WrittenField,
} from './common.js';
import { endpoint } from './endpoint.js';
import { language } from './language-fields.js';
import { POST_LIMITS } from './limits.js';
import { author } from './users.js';
import { t } from './t.js';

/**
 * A picture or clip of a post. Sizes are in pixels, 0 if unknown; `placeholder` is a tiny data URL or a colour;
 * `poster` is a still frame of a clip or of a picture that moves; `duration` of a clip is in seconds.
 */
export const media = z.object({
  url: z.string(),
  kind: z.enum(['image', 'video']),
  alt: z.string(),
  width: z.number(),
  height: z.number(),
  placeholder: z.string(),
  poster: z.optional(z.string()),
  duration: z.optional(z.number()),
});
export type Media = z.infer<typeof media>;

/** An array of at most `max` items. */
const list = <T extends z.ZodMiniType>(item: T, label: string, max: number, maxMessage: string) =>
  z.array(item, { error: `${label} must be a list` }).check(z.maxLength(max, maxMessage));

const mediaInput = z.object({
  url: httpUrl('Media address'),
  kind: z.enum(['image', 'video'], { error: 'Media kind must be image or video' }),
  alt: z._default(
    writtenText(t`Description of media`).check(
      z.maxLength(POST_LIMITS.altMax, t`Description of media is too long`),
    ),
    '',
  ),
  width: z.int({ error: 'Media width must be a whole number' }).check(z.gte(0), z.lte(20_000)),
  height: z.int({ error: 'Media height must be a whole number' }).check(z.gte(0), z.lte(20_000)),
  placeholder: z._default(
    text('Placeholder').check(
      z.regex(
        /^(#[0-9a-f]{6}|data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]{1,2000})?$/i,
        'Placeholder is malformed',
      ),
    ),
    '',
  ),
  poster: z.optional(httpUrl('Poster address')),
  duration: z.optional(z.number({ error: 'Duration must be a number' }).check(z.gte(0), z.lte(86_400))),
});

export const MEDIA_TOO_LONG = t`The descriptions and addresses of all pictures and videos are too long together. Shorten some`;

/** Size of media as JSON, in bytes. Every page that shows the post loads it. */
export const mediaBytes = (items: readonly object[]): number =>
  new TextEncoder().encode(JSON.stringify(items)).length;

const tag = writtenText(t`Tag`).check(
  z.trim(),
  z.minLength(1, t`A tag must not be empty`),
  z.maxLength(POST_LIMITS.tagMax, t`A tag must be at most ${POST_LIMITS.tagMax} characters`),
);

/**
 * What an author writes and every reader gets, each field once. Body, answer, model, projection, presenter, and the
 * drafts of the web app follow from it. `EMPTY_POST` in defaults.ts has their values if nothing is written, and
 * docs/fields-content.ts what they mean, with examples: apart, so that the web app loads neither schemas with the first
 * nor texts of the reference with the schemas; the compiler asks for both. Link previews and feeds choose from it
 * themselves, so a field does not get there unless they name it. Authors export all they wrote.
 */
export const postFields = {
  title: textField(t`Title`, POST_LIMITS.titleMax),
  description: textField('Description', POST_LIMITS.descriptionMax),
  media: {
    input: list(mediaInput, 'Media', POST_LIMITS.imagesMax + POST_LIMITS.videosMax, t`Too many media`).check(
      z.refine((items) => mediaBytes(items) <= POST_LIMITS.mediaBytesMax, MEDIA_TOO_LONG),
    ),
    value: z.array(media),
  },
  tags: {
    input: list(tag, 'Tags', POST_LIMITS.tagsMax, t`At most ${POST_LIMITS.tagsMax} tags`),
    value: z.array(z.string()),
  },
  location: textField(t`Location`, POST_LIMITS.locationMax),
  /** Hides text and media until opened; empty for none. */
  contentWarning: {
    input: shortText(t`Content warning`, POST_LIMITS.contentWarningMax).check(
      z.regex(/^[^\n\r\u2028\u2029]*$/, t`Content warning must be one line`),
    ),
    value: z.string(),
  },
  /** Covers only the media. */
  sensitive: { input: z.boolean({ error: 'Sensitive must be true or false' }), value: z.boolean() },
  /** That of title and description; `null` if unknown. If a body lacks it, the server guesses it from new texts. */
  language: { input: z.nullable(language), value: z.nullable(z.string()) },
} satisfies Record<string, WrittenField>;

/**
 * What an author decides about a post and no reader gets in this form. The settings of its author decide what a new
 * post leaves out. Days count from the post on; `null` is never.
 */
export const postRules = {
  commenting: { input: commenting, value: commenting },
  commentsCloseAfter: { input: commentsCloseAfter, value: z.nullable(z.number()) },
} satisfies Record<string, WrittenField>;

export type PostFields = ValuesOf<typeof postFields>;
export type PostRules = ValuesOf<typeof postRules>;
/** All that an author writes and decides. */
export type WrittenPost = PostFields & PostRules;

/** The rules of a post whose author chose none. */
export const DEFAULT_RULES: PostRules = { commenting: 'everybody', commentsCloseAfter: null };

/**
 * Fields of a new post, or of an update, which changes only the fields sent. The service checks that a post has a
 * title, a description or media.
 */
export const createPostBody = z.partial(
  z.object({
    ...partOf(postFields, 'input'),
    images: list(
      httpUrl('Image address'),
      'Images',
      POST_LIMITS.imagesMax,
      t`At most ${POST_LIMITS.imagesMax} images`,
    ),
    videos: list(
      httpUrl('Video address'),
      'Videos',
      POST_LIMITS.videosMax,
      t`At most ${POST_LIMITS.videosMax} videos`,
    ),
    ...partOf(postRules, 'input'),
  }),
);
export type CreatePostBody = z.infer<typeof createPostBody>;
export type UpdatePostBody = CreatePostBody;

/** A picture or clip of another site that readers open there, because the service does not show it. */
const outsideMedia = z.object({ url: z.string(), kind: z.enum(['image', 'video']) });
export type OutsideMedia = z.infer<typeof outsideMedia>;

/**
 * The page at the first address of a post: what it says about itself, and the host that it is on. `image` is an address
 * of this service, empty without a picture.
 */
const linkCard = z.object({
  url: z.string(),
  site: z.string(),
  title: z.string(),
  description: z.string(),
  image: z.string(),
});
export type LinkCard = z.infer<typeof linkCard>;

/**
 * A post as returned by every list and page. `likes` equals `reactions.likes`; `isPinned` is for the owner only.
 * `outside` has media that readers get as links, `card` the page of the first address in the text.
 * `commenting` is absent if everybody may comment, `commentsCloseAt` if comments never close. `mayComment` is `false`
 * if this viewer may not comment, and absent otherwise.
 */
export const post = z.object({
  _id: objectId(),
  ...partOf(postFields, 'value'),
  images: z.array(z.string()),
  videos: z.array(z.string()),
  outside: z.optional(z.array(outsideMedia)),
  card: z.optional(linkCard),
  createdAt: isoDate,
  editedAt: z.nullable(isoDate),
  views: z.number(),
  likes: z.number(),
  commentsCount: z.number(),
  reactions: reactionCounts,
  userInteraction: interactionStatus,
  isPinned: z.boolean(),
  isBookmarked: z.boolean(),
  commenting: z.optional(commenting),
  commentsCloseAt: z.optional(isoDate),
  mayComment: z.optional(z.boolean()),
  user: author,
});
export type Post = z.infer<typeof post>;

const postAnswer = z.object({ ...success, data: post });

export const getPost = endpoint('getPost', { params: postParams, answer: postAnswer });

export const createPost = endpoint('createPost', { body: createPostBody, answer: postAnswer });

export const updatePost = endpoint('updatePost', {
  params: postParams,
  body: createPostBody,
  answer: postAnswer,
});

export const deletePost = endpoint('deletePost', { params: postParams, answer: plainAnswer });

/** A previous version of a post or comment. Comments have no title. */
const formerText = z.object({ title: z.string(), text: z.string(), writtenAt: isoDate });
export type FormerText = z.infer<typeof formerText>;
/** The stored previous versions, newest first, without the current one. */
export const formerTextsAnswer = z.object({ ...success, data: z.array(formerText) });

/** Keeps the card of that address away, also after edits. Answers with the post. */
export const removeLinkCard = endpoint('removeLinkCard', { params: postParams, answer: postAnswer });

export const postHistory = endpoint('postHistory', { params: postParams, answer: formerTextsAnswer });
