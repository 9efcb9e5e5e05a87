import { createHash } from 'node:crypto';
import {
  feedOfTag,
  feedOfToday,
  feedOfUser,
  imageAsJpeg,
  imageAtWidth,
  linkPreview,
  oembed,
  pageAt,
  manifest,
  robots,
  showcase,
  shuffleFace,
  sitemap,
  sitemapOfMonth,
  type FeedFormat,
  type QueryOf,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { tagKey } from '@social-feed/contracts/words';
import { readableTag } from '../../content/posts/readable-tag.js';
import { AppError, invalidField } from '../../platform/http/errors.js';
import type { RateLimit } from '../../platform/http/rate-limit.js';
import type { Mount, Exchange } from '../../platform/http/route.js';
import type { Platform } from '../../platform/platform.js';
import { HOUR, MINUTE, SECOND } from '../../platform/time.js';
import { writeIn } from '../../platform/writing.js';
import { userNotFound } from '../../community/users/user-writes.js';
import type { Instance } from '../../community/instance/instance.feature.js';
import type { Today } from '../../reading/today/today.feature.js';
import { createBuiltPage } from './built-page.js';
import { manifestOf } from './manifest.js';
import { withHead, withInstance } from './page-head.js';
import { showcased, previewAt, type PreviewsDeps } from './previews.js';
import { facePicture } from './shuffle-face.js';
import { createSitemap, type SitemapDeps } from './sitemap.js';
import { FEED_TYPES, toAtom, toJsonFeed, type Syndicated } from './syndication.js';

export interface LinkPreviewsDeps
  extends
    Omit<PreviewsDeps, 'webOrigin' | 'language' | 'posts' | 'users'>,
    Pick<Platform, 'config' | 'now' | 'languages'> {
  posts: PreviewsDeps['posts'] & SitemapDeps['posts'];
  users: PreviewsDeps['users'] & SitemapDeps['users'];
  today: Pick<Today, 'shown' | 'today'>;
  instance: Pick<Instance, 'settings' | 'shown'>;
}

/** 1,200 a minute are enough for all readers at one address. */
const PAGES_LIMIT: RateLimit = { name: 'pages', limit: 60, every: 20, window: MINUTE };
/** A sitemap reads up to 25,000 posts. */
const SITEMAPS_LIMIT: RateLimit = { name: 'sitemaps', limit: 60, window: MINUTE };
const FEED_POSTS = 20;
/** Posts for the sign-in page, which shows three of them in languages of its reader. */
const SHOWN_POSTS = 12;
const WRITERS: Record<FeedFormat, (feed: Syndicated) => string> = { atom: toAtom, json: toJsonFeed };

/** Sends a text for programs, or 304 if the client has the current one. */
const sendText = ({ res }: Pick<Exchange, 'res'>, type: string, seconds: number, text: string) => {
  res.setHeader('Cache-Control', `public, max-age=${seconds}`);
  const digest = createHash('sha256').update(text).digest('base64url');
  res.setHeader('ETag', `W/"${digest.slice(0, 22)}"`);
  res.setHeader('Content-Type', `${type}; charset=utf-8`);
  res.send(Buffer.from(text));
};

interface SentFeed extends Pick<Syndicated, 'posts' | 'handOf'> {
  title: () => string;
  path: string;
  page?: string;
}

/** What everybody gets is in the language of the host. @param asked the language of a reader who asked for one */
const hostLanguage = async ({ instance, languages }: LinkPreviewsDeps, asked?: string) =>
  languages.first([asked, (await instance.settings()).language]);

const previewAtHost = async (deps: LinkPreviewsDeps, address: string, asked?: string) =>
  previewAt(
    { ...deps, webOrigin: deps.config.webOrigin, language: await hostLanguage(deps, asked) },
    address,
  );

/** The preview for apps that show a link; `null` if nothing is known of the address. */
async function previewData(deps: LinkPreviewsDeps, address: string, asked?: string) {
  const preview = (await previewAtHost(deps, address, asked)) ?? null;
  if (preview === null) return null;
  const { type, title, description, language, author, image } = preview;
  const small = image && { url: imageAtWidth(image.url, 320), alt: image.alt };
  return {
    ...{ type, title, description },
    ...(language && { language }),
    ...(author && { author }),
    ...(small && { image: small }),
  };
}

/** @throws AppError 404, or 501 for XML */
async function oembedData(
  deps: LinkPreviewsDeps,
  { url, format, maxwidth, maxheight }: QueryOf<typeof oembed>,
) {
  if (format !== 'json') throw new AppError('NOT_IMPLEMENTED', 'The only format is json');
  if (url === undefined) throw invalidField('url', 'url is required');
  const preview = URL.parse(url) === null ? undefined : await previewAtHost(deps, url);
  if (!preview) throw new AppError('NOT_FOUND', 'Nothing is known of this address');
  const { title, author, image } = preview;
  const fits = image && image.width > 0 && image.width <= maxwidth && image.height <= maxheight;
  return {
    version: '1.0' as const,
    type: 'link' as const,
    title,
    provider_name: (await deps.instance.settings()).name,
    provider_url: deps.config.webOrigin,
    ...(author && { author_name: author.name, author_url: author.url }),
    ...(fits && {
      thumbnail_url: imageAsJpeg(image.url),
      thumbnail_width: image.width,
      thumbnail_height: image.height,
    }),
  };
}

async function sendFeed(
  deps: LinkPreviewsDeps,
  exchange: Exchange,
  format: FeedFormat,
  { title, path, page = path, ...of }: SentFeed,
): Promise<void> {
  const { webOrigin } = deps.config;
  const [{ name }, language] = await Promise.all([deps.instance.settings(), hostLanguage(deps)]);
  const feed = writeIn(language, () =>
    WRITERS[format]({
      ...of,
      title: `${title()} · ${name}`,
      language: language.code,
      page: webOrigin + page,
      self: `${webOrigin}${path}.${format}`,
      webOrigin,
    }),
  );
  sendText(exchange, FEED_TYPES[format], MINUTE / SECOND, feed);
}

const PAGES = { perAddress: PAGES_LIMIT };

/** Mounts what other sites show of a page, and what the sign-in page shows. */
function mountPreviews(deps: LinkPreviewsDeps, mount: Mount): void {
  const { config, instance, today } = deps;
  const builtPage = createBuiltPage(config.webPage, deps.now);
  const oembedOf = (url: string) =>
    `${config.webOrigin}/api/oembed?url=${encodeURIComponent(url)}&format=json`;
  mount(pageAt, PAGES, async ({ query, res }) => {
    if (query.address === undefined) throw invalidField('address', 'address is required');
    const [page, known] = await Promise.all([builtPage(), instance.shown()]);
    const preview = await previewAtHost(deps, query.address);
    res.setHeader('Cache-Control', 'no-cache');
    res.setHeader('Content-Type', 'text/html; charset=utf-8');
    res.end(preview === undefined ? withInstance(page, known) : withHead(page, preview, oembedOf, known));
  });
  mount(linkPreview, PAGES, async ({ query: { address, language } }) => {
    if (address === undefined) throw invalidField('address', 'address is required');
    return { data: await previewData(deps, address, language) };
  });
  mount(showcase, PAGES, async ({ res }) => {
    const { hand, data } = await today.shown(today.today(), null);
    // The same for everybody, so that caches can take a rush of strangers.
    res.setHeader('Cache-Control', `public, max-age=${MINUTE / SECOND}`);
    return { data: data.flatMap(showcased).slice(0, SHOWN_POSTS), posts: hand.population };
  });
  mount(oembed, PAGES, ({ query }) => oembedData(deps, query));
  mount(shuffleFace, PAGES, async ({ params, res }) => {
    res.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    res.setHeader('Content-Type', 'image/png');
    res.send(await facePicture(Number(params.seed)));
  });
}

/** Mounts the files that browsers and crawlers look for. */
function mountFiles({ posts, users, instance, config }: LinkPreviewsDeps, mount: Mount): void {
  const crawlers = createSitemap({ posts, users, webOrigin: config.webOrigin });
  const sendSitemap = (exchange: Pick<Exchange, 'res'>, text: string) =>
    sendText(exchange, 'application/xml', HOUR / SECOND, text);
  mount(manifest, PAGES, async (exchange) => {
    const text = JSON.stringify(manifestOf(await instance.settings()));
    sendText(exchange, 'application/manifest+json', MINUTE / SECOND, text);
  });
  mount(robots, PAGES, (exchange) => {
    sendText(exchange, 'text/plain', HOUR / SECOND, crawlers.robots());
    return Promise.resolve();
  });
  mount(sitemap, PAGES, async (exchange) => sendSitemap(exchange, await crawlers.index()));
  mount(sitemapOfMonth, { perAddress: SITEMAPS_LIMIT }, async ({ params, ...exchange }) => {
    const found = await crawlers.ofMonth(params.month);
    if (found === null) throw new AppError('NOT_FOUND', 'This month has no posts');
    sendSitemap(exchange, found);
  });
}

function mountFeeds(deps: LinkPreviewsDeps, mount: Mount): void {
  const { posts, users, today } = deps;
  mount(feedOfTag, PAGES, async ({ params, ...exchange }) => {
    const tag = readableTag(tagKey(params.tag));
    const path = `/tag/${encodeURIComponent(tag)}`;
    const page = `/search?q=${encodeURIComponent(`#${tag}`)}`;
    const title = () => `#${tag}`;
    const found = await posts.lists.newest({ tag }, FEED_POSTS);
    await sendFeed(deps, exchange, params.format, { title, posts: found, path, page });
  });
  // Before the feeds of users, whose path would match it.
  mount(feedOfToday, PAGES, async ({ params, ...exchange }) => {
    const { hand, data } = await today.shown(today.today(), null);
    const title = () => t`Today's hand`;
    await sendFeed(deps, exchange, params.format, { title, posts: data, handOf: hand._id, path: '/today' });
  });
  mount(feedOfUser, PAGES, async ({ params, ...exchange }) => {
    const user = await users.findShown(params.userName);
    if (user === null) throw userNotFound();
    const title = () => `${user.fullName} (@${user.userName})`;
    const path = `/${user.userName}`;
    const found = await posts.lists.newest({ userId: user._id.toHexString() }, FEED_POSTS);
    await sendFeed(deps, exchange, params.format, { title, posts: found, path });
  });
}

/** Pages with a head, oEmbed and feeds, for other sites and programs. Responses do not depend on the user. */
export const createLinkPreviews = (deps: LinkPreviewsDeps) => ({
  routes(mount: Mount): void {
    mountPreviews(deps, mount);
    mountFiles(deps, mount);
    mountFeeds(deps, mount);
  },
});
