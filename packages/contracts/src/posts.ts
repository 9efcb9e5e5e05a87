import * as z from 'zod/mini';
import {
  httpUrl,
  interactionStatus,
  isoDate,
  objectId,
  plainAnswer,
  postParams,
  reactionCounts,
  shortText,
  success,
  text,
  writtenText,
} from './common.js';
import { endpoint } from './endpoint.js';
import { language } from './language-fields.js';
import { POST_LIMITS } from './limits.js';
import { author } from './users.js';

/**
 * A picture or clip of a post. Sizes are in pixels, 0 if unknown; `placeholder` is a tiny data URL or a colour;
 * `duration` of a clip is in seconds.
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
 * `contentWarning` hides text and media until opened, empty if not set; `sensitive` covers only the media.
 * `language` is that of title and description, `null` if unknown. `outside` has media that readers get as
 * links, `card` the page of the first address in the text.
 */
export const post = z.object({
  _id: objectId(),
  title: z.string(),
  description: z.string(),
  images: z.array(z.string()),
  videos: z.array(z.string()),
  media: z.array(media),
  outside: z.optional(z.array(outsideMedia)),
  card: z.optional(linkCard),
  tags: z.array(z.string()),
  location: z.string(),
  createdAt: isoDate,
  editedAt: z.nullable(isoDate),
  views: z.number(),
  likes: z.number(),
  commentsCount: z.number(),
  reactions: reactionCounts,
  userInteraction: interactionStatus,
  isPinned: z.boolean(),
  isBookmarked: z.boolean(),
  contentWarning: z.string(),
  sensitive: z.boolean(),
  language: z.nullable(z.string()),
  user: author,
});
export type Post = z.infer<typeof post>;

const list = <T extends z.ZodMiniType>(item: T, label: string, max: number, maxMessage: string) =>
  z.array(item, { error: `${label} must be a list` }).check(z.maxLength(max, maxMessage));

const mediaInput = z.object({
  url: httpUrl('Media address'),
  kind: z.enum(['image', 'video'], { error: 'Media kind must be image or video' }),
  alt: z._default(
    writtenText('Description of media').check(
      z.maxLength(POST_LIMITS.altMax, 'Description of media is too long'),
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

export const MEDIA_TOO_LONG =
  'The descriptions and addresses of all pictures and videos are too long together. Shorten some';

/** Size of media as JSON, in bytes. Every page that shows the post loads it. */
export const mediaBytes = (media: readonly object[]): number =>
  new TextEncoder().encode(JSON.stringify(media)).length;

const tag = writtenText('Tag').check(
  z.trim(),
  z.minLength(1, 'A tag must not be empty'),
  z.maxLength(POST_LIMITS.tagMax, `A tag must be at most ${POST_LIMITS.tagMax} characters`),
);
const contentWarning = shortText('Content warning', POST_LIMITS.contentWarningMax).check(
  z.regex(/^[^\n\r\u2028\u2029]*$/, 'Content warning must be one line'),
);

/**
 * Fields of a new post, or of an update, which changes only the fields sent. The service checks that a post has a
 * title, a description or media.
 */
export const createPostBody = z.object({
  title: z.optional(shortText('Title', POST_LIMITS.titleMax)),
  description: z.optional(shortText('Description', POST_LIMITS.descriptionMax)),
  images: z.optional(
    list(
      httpUrl('Image address'),
      'Images',
      POST_LIMITS.imagesMax,
      `At most ${POST_LIMITS.imagesMax} images`,
    ),
  ),
  videos: z.optional(
    list(
      httpUrl('Video address'),
      'Videos',
      POST_LIMITS.videosMax,
      `At most ${POST_LIMITS.videosMax} videos`,
    ),
  ),
  media: z.optional(
    list(mediaInput, 'Media', POST_LIMITS.imagesMax + POST_LIMITS.videosMax, 'Too many media').check(
      z.refine((items) => mediaBytes(items) <= POST_LIMITS.mediaBytesMax, MEDIA_TOO_LONG),
    ),
  ),
  tags: z.optional(list(tag, 'Tags', POST_LIMITS.tagsMax, `At most ${POST_LIMITS.tagsMax} tags`)),
  location: z.optional(shortText('Location', POST_LIMITS.locationMax)),
  /** An empty string removes it. */
  contentWarning: z.optional(contentWarning),
  sensitive: z.optional(z.boolean({ error: 'Sensitive must be true or false' })),
  /** `null` is unknown. If absent, the server guesses it from new or changed texts. */
  language: z.optional(z.nullable(language)),
});
export type CreatePostBody = z.infer<typeof createPostBody>;
export type UpdatePostBody = CreatePostBody;

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
