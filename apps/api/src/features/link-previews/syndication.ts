import { HAND, profilePath, type FeedFormat, type Post } from '@social-feed/contracts';
import { escapeMarkup } from '../../platform/text.js';
import { SECOND } from '../../platform/time.js';
import { shownOutside, titleOf } from './previews.js';

/** Content of a feed; addresses are absolute. */
export interface Syndicated {
  title: string;
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
 * Returns the entry of a post. In a hand it stands for the post on that day, with an id and time of its own: feed
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

const leaf = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`;
const link = (rel: string, href: string, type?: string): string =>
  `<link rel="${rel}"${type === undefined ? '' : ` type="${type}"`} href="${escapeMarkup(href)}"/>`;

const entryTag = ({ language }: { language?: string }): string =>
  language === undefined ? '<entry>' : `<entry xml:lang="${escapeMarkup(language)}">`;

/** RFC 4287. */
export function toAtom(feed: Syndicated): string {
  const { title, page, self } = feed;
  const all = entriesOf(feed);
  const entries = all.map(({ post, id, url, published, updated, author }) =>
    [
      entryTag(languageOf(post)),
      leaf('id', id),
      leaf('title', titleOf(post)),
      link('alternate', url, 'text/html'),
      leaf('published', published),
      leaf('updated', updated),
      `<author>${leaf('name', post.user.fullName)}${leaf('uri', author)}</author>`,
      ...post.tags.map((tag) => `<category term="${escapeMarkup(tag)}"/>`),
      `<content type="text">${escapeMarkup(shownOutside(post).text)}</content>`,
      ...attachmentsOf(post).map(({ url, type }) => link('enclosure', url, type)),
      '</entry>',
    ].join(''),
  );
  // An empty feed has no known time of change.
  const latest =
    all
      .map(({ updated }) => updated)
      .sort()
      .at(-1) ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    leaf('id', page),
    leaf('title', title),
    leaf('updated', latest),
    link('self', self, FEED_TYPES.atom),
    link('alternate', page, 'text/html'),
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/** https://www.jsonfeed.org/version/1.1/ */
export const toJsonFeed = (feed: Syndicated): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    home_page_url: feed.page,
    feed_url: feed.self,
    items: entriesOf(feed).map(({ post, id, url, published, updated, author }) => ({
      id,
      url,
      title: titleOf(post),
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
