import { HAND, profilePath, type FeedFormat, type Post } from '@social-feed/contracts';
import { generateAtomFeed, generateJsonFeed } from 'feedsmith';
import { escapeMarkup, writable } from '../../platform/text.js';
import { SECOND } from '../../platform/time.js';
import { htmlOf } from './post-html.js';
import { shownOutside, titleOf } from './previews.js';

/** Content of a feed; addresses are absolute. */
export interface Syndicated {
  title: string;
  /** The language of its own words. */
  language: string;
  /** Address of the matching page. */
  page: string;
  /** Address of the feed itself. */
  self: string;
  /** Newest first, or in the order of a hand. */
  posts: readonly Post[];
  /** The day whose hand the posts are. */
  handOf?: string;
  /** Origin of the web app. */
  webOrigin: string;
}

/** Media types of the formats. */
export const FEED_TYPES: Record<FeedFormat, string> = {
  atom: 'application/atom+xml',
  json: 'application/feed+json',
};

/** Media types by file extension. Feeds omit other files, because they must name the type. */
const TYPES: Readonly<Record<string, string>> = {
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  avif: 'image/avif',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};
export const mediaTypeOf = (url: string): string | undefined =>
  TYPES[/\.([a-z0-9]+)$/i.exec(URL.parse(url)?.pathname ?? '')?.[1]?.toLowerCase() ?? ''];

const attachmentsOf = (post: Post) =>
  shownOutside(post).media.flatMap(({ url }) => {
    const type = mediaTypeOf(url);
    return type === undefined ? [] : [{ url, type }];
  });

/** The first picture, for the JSON feed. */
const imageOf = (post: Post) => {
  const image = shownOutside(post).media.find(({ kind }) => kind === 'image');
  return image === undefined ? {} : { image: image.url };
};

/** The language of its texts; absent if unknown, or if a warning replaces them. */
const languageOf = ({ language, contentWarning }: Post) =>
  language === null || contentWarning !== '' ? {} : { language };

const changedAt = (post: Post): string => post.editedAt ?? post.createdAt;
const pageOf = (webOrigin: string, post: Post): string => `${webOrigin}/p/${post._id}`;

/**
 * Returns the entry of a post. In a hand it means the post on that day, with another id and time: feed
 * readers show an id once, sort by time and leave out old entries.
 */
const entryOf = ({ webOrigin, handOf }: Syndicated, post: Post, index: number) => {
  const url = pageOf(webOrigin, post);
  const changed = changedAt(post);
  const about = { post, url, author: webOrigin + profilePath(post.user.userName) };
  if (handOf === undefined) return { ...about, id: url, published: post.createdAt, updated: changed };
  const published = new Date(Date.parse(handOf) + (HAND.posts - index) * SECOND).toISOString();
  const id = `${webOrigin}/today?date=${handOf}#${post._id}`;
  return { ...about, id, published, updated: changed > published ? changed : published };
};
const entriesOf = (feed: Syndicated) => feed.posts.map((post, index) => entryOf(feed, post, index));

/** Text as entities: some programs take comments out of CDATA sections, or keep the white space around them. */
const withoutSections = (xml: string): string =>
  xml.replace(/(?:\n *)?<!\[CDATA\[([^]*?)\]\]>(?:\n *)?/g, (_section, text: string) => escapeMarkup(text));

/** RFC 4287. */
export function toAtom(feed: Syndicated): string {
  const { title, language, page, self } = feed;
  const all = entriesOf(feed);
  // An empty feed has no known time of change.
  const latest =
    all
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  const xml = generateAtomFeed({
    id: page,
    title: { value: writable(title), xml: { lang: language } },
    updated: latest,
    links: [
      { rel: 'self', type: FEED_TYPES.atom, href: self },
      { rel: 'alternate', type: 'text/html', href: page },
    ],
    entries: all.map(({ post, id, url, published, updated, author }) => ({
      id,
      title: { value: writable(titleOf(post)) },
      published,
      updated,
      authors: [{ name: writable(post.user.fullName), uri: author }],
      categories: post.tags.map((tag) => ({ term: writable(tag) })),
      content: { type: 'html', value: htmlOf(post, feed.webOrigin) },
      links: [
        { rel: 'alternate', type: 'text/html', href: url },
        ...attachmentsOf(post).map(({ url: href, type }) => ({ rel: 'enclosure', type, href })),
      ],
      ...xmlLanguageOf(languageOf(post)),
    })),
  });
  return withoutSections(xml);
}

const xmlLanguageOf = ({ language }: { language?: string }) =>
  language === undefined ? {} : { xml: { lang: language } };

/** https://www.jsonfeed.org/version/1.1/ */
export function toJsonFeed(feed: Syndicated): string {
  const written = generateJsonFeed({
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    items: entriesOf(feed).map(({ post, id, url, published, updated, author }) => ({
      id,
      url,
      title: titleOf(post),
      content_html: htmlOf(post, feed.webOrigin),
      content_text: shownOutside(post).text,
      date_published: published,
      date_modified: updated,
      ...languageOf(post),
      authors: [
        {
          name: post.user.fullName,
          url: author,
          ...(post.user.profilepic === '' ? {} : { avatar: post.user.profilepic }),
        },
      ],
      tags: post.tags,
      ...imageOf(post),
      attachments: attachmentsOf(post).map(({ url, type }) => ({ url, mime_type: type })),
    })),
  });
  // The library leaves out an empty list, which the format requires.
  return JSON.stringify({ items: [], ...(written as object) });
}
