import type { FeedFormat, Post } from '@social-feed/contracts';
import { escapeMarkup } from '../../platform/text.js';
import { shownOutside, titleOf } from './previews.js';

/** Content of a feed; addresses are absolute. */
export interface Syndicated {
  title: string;
  /** Address of the matching page. */
  page: string;
  /** Address of the feed itself. */
  self: string;
  /** Newest first. */
  posts: readonly Post[];
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

const changedAt = (post: Post): string => post.editedAt ?? post.createdAt;
const pageOf = (webOrigin: string, post: Post): string => `${webOrigin}/p/${post._id}`;

const leaf = (name: string, text: string): string => `<${name}>${escapeMarkup(text)}</${name}>`;
const link = (rel: string, href: string, type?: string): string =>
  `<link rel="${rel}"${type === undefined ? '' : ` type="${type}"`} href="${escapeMarkup(href)}"/>`;

/** RFC 4287. */
export function toAtom({ title, page, self, posts, webOrigin }: Syndicated): string {
  const entries = posts.map((post) =>
    [
      '<entry>',
      leaf('id', pageOf(webOrigin, post)),
      leaf('title', titleOf(post)),
      link('alternate', pageOf(webOrigin, post), 'text/html'),
      leaf('published', post.createdAt),
      leaf('updated', changedAt(post)),
      `<author>${leaf('name', post.user.fullName)}${leaf('uri', `${webOrigin}/${post.user.userName}`)}</author>`,
      ...post.tags.map((tag) => `<category term="${escapeMarkup(tag)}"/>`),
      `<content type="text">${escapeMarkup(shownOutside(post).text)}</content>`,
      ...attachmentsOf(post).map(({ url, type }) => link('enclosure', url, type)),
      '</entry>',
    ].join(''),
  );
  // An empty feed has no known time of change.
  const updated = posts.map(changedAt).sort().at(-1) ?? new Date(0).toISOString();
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    leaf('id', page),
    leaf('title', title),
    leaf('updated', updated),
    link('self', self, FEED_TYPES.atom),
    link('alternate', page, 'text/html'),
    ...entries,
    '</feed>\n',
  ].join('\n');
}

/** https://www.jsonfeed.org/version/1.1/ */
export const toJsonFeed = ({ title, page, self, posts, webOrigin }: Syndicated): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: page,
    feed_url: self,
    items: posts.map((post) => ({
      id: pageOf(webOrigin, post),
      url: pageOf(webOrigin, post),
      title: titleOf(post),
      content_text: shownOutside(post).text,
      date_published: post.createdAt,
      date_modified: changedAt(post),
      authors: [
        {
          name: post.user.fullName,
          url: `${webOrigin}/${post.user.userName}`,
          ...(post.user.profilepic === '' ? {} : { avatar: post.user.profilepic }),
        },
      ],
      tags: post.tags,
      ...imageOf(post),
      attachments: attachmentsOf(post).map(({ url, type }) => ({ url, mime_type: type })),
    })),
  });
