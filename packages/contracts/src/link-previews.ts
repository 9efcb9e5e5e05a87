import * as z from 'zod/mini';
import { objectId, plainAnswer, success, text } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS } from './limits.js';
import { media } from './posts.js';
import { documented, queryEnum, queryInt, queryText } from './query-fields.js';
import { userNameField } from './users.js';

/** Maximum length of web app addresses in queries. */
const ADDRESS_MAX = 2000;
const LANGUAGE_TAG_MAX = 35;
/** A month in UTC. */
const MONTH = /^\d{4}-(?:0[1-9]|1[0-2])$/;
const format = z.enum(['atom', 'json'], { error: 'format must be atom or json' });
export type FeedFormat = z.infer<typeof format>;

/** Returns the web app's page for an address, with metadata for link previews in its head. */
export const pageAt = endpoint('pageAt', {
  query: z.object({ address: queryText('address', ADDRESS_MAX) }),
  answer: plainAnswer,
});

/** Public description of an address of the web app. Texts are single lines, addresses absolute. */
const shownOutside = z.object({
  type: z.enum(['article', 'profile', 'website']),
  title: z.string(),
  description: z.string(),
  language: z.optional(z.string()),
  author: z.optional(z.object({ name: z.string(), url: z.string() })),
  image: z.optional(z.object({ url: z.string(), alt: z.string() })),
});
export type LinkPreview = z.infer<typeof shownOutside>;

/**
 * Describes an address as its page does to crawlers; null if a visitor sees nothing there.
 * @param language of the words around what users wrote, if they shall not be in that of the host
 */
export const linkPreview = endpoint('linkPreview', {
  query: z.object({
    address: queryText('address', ADDRESS_MAX),
    language: queryText('language', LANGUAGE_TAG_MAX),
  }),
  answer: z.object({ ...success, data: z.nullable(shownOutside) }),
});

/** A post with a picture. `title` is its title or first words, empty if it has neither; `author` a full name. */
const shownPost = z.object({
  _id: objectId(),
  title: z.string(),
  language: z.optional(z.string()),
  author: z.string(),
  picture: media,
});
export type ShownPost = z.infer<typeof shownPost>;

/** Up to twelve posts of today's hand for the sign-in page, and how many `posts` the order of the day has. */
export const showcase = endpoint('showcase', {
  answer: z.object({ ...success, data: z.array(shownPost), posts: z.number() }),
});

/** https://oembed.com: describes the content of a web app address, for pages that link to it. */
export const oembed = endpoint('oembed', {
  query: z.object({
    url: queryText('url', ADDRESS_MAX),
    // The formats of oEmbed, which has an answer of its own for one that a provider lacks.
    format: documented(queryEnum('format', ['json', 'xml'] as const, 'json'), {
      type: 'string',
      enum: ['json'],
      default: 'json',
    }),
    maxwidth: queryInt('maxwidth', { min: 1, max: 10_000, fallback: 10_000 }),
    maxheight: queryInt('maxheight', { min: 1, max: 10_000, fallback: 10_000 }),
  }),
  answer: z.object({
    ...success,
    version: z.literal('1.0'),
    type: z.literal('link'),
    title: z.string(),
    provider_name: z.string(),
    provider_url: z.string(),
    author_name: z.optional(z.string()),
    author_url: z.optional(z.string()),
    thumbnail_url: z.optional(z.string()),
    thumbnail_width: z.optional(z.number()),
    thumbnail_height: z.optional(z.number()),
  }),
});

/** The web app's manifest with the instance's name; published at `/manifest.webmanifest`. */
export const manifest = endpoint('manifest', { answer: plainAnswer });

/** Tells crawlers what they may read; published at `/robots.txt`. */
export const robots = endpoint('robots', { answer: plainAnswer });

/** https://www.sitemaps.org: the months with posts; published at `/sitemap.xml`. */
export const sitemap = endpoint('sitemap', { answer: plainAnswer });

/** The newest posts of a month and their authors, for crawlers; published at `/sitemap-{month}.xml`. */
export const sitemapOfMonth = endpoint('sitemapOfMonth', {
  params: z.object({ month: z.string().check(z.regex(MONTH, 'month must be like 2026-11')) }),
  answer: plainAnswer,
});

/** The newest posts of a user, for feed readers; published at `/{userName}.{format}`. */
export const feedOfUser = endpoint('feedOfUser', {
  params: z.object({ userName: userNameField, format }),
  answer: plainAnswer,
});

/** The face of a shuffle as a PNG of 600 × 600 pixels, for previews of links to it. */
export const shuffleFace = endpoint('shuffleFace', {
  params: z.object({ seed: z.string().check(z.regex(/^\d{1,6}$/, 'seed must be from 0 to 999999')) }),
  answer: plainAnswer,
});

/** Today's hand, for feed readers; published at `/today.{format}`. */
export const feedOfToday = endpoint('feedOfToday', { params: z.object({ format }), answer: plainAnswer });

/** The newest posts with a tag, for feed readers; published at `/tag/{tag}.{format}`. */
export const feedOfTag = endpoint('feedOfTag', {
  params: z.object({
    tag: text('Tag').check(
      z.maxLength(POST_LIMITS.tagMax, `A tag must be at most ${POST_LIMITS.tagMax} characters`),
    ),
    format,
  }),
  answer: plainAnswer,
});
