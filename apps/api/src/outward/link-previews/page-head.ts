import { imageAsJpeg, type Instance } from '@social-feed/contracts';
import { escapeMarkup } from '../../platform/text.js';
import type { Preview } from './previews.js';
import { FEED_TYPES, mediaTypeOf } from './syndication.js';

const TITLE = /<title>[^<]*<\/title>/;
const DESCRIPTION = /<meta\s+name="description"[^>]*>/;
/** General tags of the built page, for addresses without a preview. */
const DEFAULTS = /(?:\n[ \t]*)?<meta\s[^>]*(?:property="og:|name="twitter:)[^>]*>/g;
const HEAD_END = '</head>';
/** The name in the built page. */
const PRODUCT = 'Social Feed';

/** Returns a void element; `undefined` attributes are omitted. */
const element = (name: 'meta' | 'link', attributes: Record<string, string | number | undefined>): string => {
  const written = Object.entries(attributes).filter(([, value]) => value !== undefined);
  return `<${name} ${written.map(([key, value]) => `${key}="${escapeMarkup(String(value))}"`).join(' ')} />`;
};
const property = (key: string, content: string | number | undefined) =>
  content === undefined || content === 0 || content === ''
    ? []
    : [element('meta', { property: key, content })];

const NOINDEX = element('meta', { name: 'robots', content: 'noindex' });

function elementsOf(preview: Preview, oembed: string, siteName: string): string[] {
  const { type, title, description, url, author, image, published, feed, isUnlisted } = preview;
  const picture = image && imageAsJpeg(image.url);
  const feeds = feed === undefined ? [] : Object.entries(FEED_TYPES);
  return [
    ...(isUnlisted === true ? [NOINDEX] : []),
    element('link', { rel: 'canonical', href: url }),
    ...property('og:site_name', siteName),
    ...property('og:type', type),
    ...property('og:title', title),
    ...property('og:description', description),
    ...property('og:url', url),
    ...property('og:image', picture),
    ...property('og:image:type', picture && mediaTypeOf(picture)),
    ...property('og:image:width', image?.width),
    ...property('og:image:height', image?.height),
    ...property('og:image:alt', image?.alt),
    ...property('article:published_time', published),
    ...property('article:author', type === 'article' ? author?.url : undefined),
    element('meta', {
      name: 'twitter:card',
      content: type === 'article' && image ? 'summary_large_image' : 'summary',
    }),
    element('link', { rel: 'alternate', type: 'application/json+oembed', href: oembed, title }),
    ...feeds.map(([ending, media]) =>
      element('link', { rel: 'alternate', type: media, href: `${feed}.${ending}`, title }),
    ),
  ];
}

/** The settings for the web app's first paint; its public/theme.js and lib/instance-store.ts read them. */
const shownFirst = ({ limits: _, version: __, ...shown }: Instance): string => JSON.stringify(shown);

/** Returns the page's own description, with the instance's name. */
const ownDescription = (page: string, name: string): string =>
  (/content="([^"]*)"/.exec(DESCRIPTION.exec(page)?.[0] ?? '')?.[1] ?? '').replace(PRODUCT, () => name);

// Functions, because `replace` would interpret `$` in a text.
const named = (page: string, title: string, description: string): string =>
  page
    .replace(TITLE, () => `<title>${escapeMarkup(title)}</title>`)
    .replace(DESCRIPTION, () => element('meta', { name: 'description', content: description }))
    .replace(DEFAULTS, '');

/** Adds the settings before the first script, which reads them. */
const withSettings = (page: string, instance: Instance): string =>
  page.replace(
    TITLE,
    (title) => `${title}\n    ${element('meta', { name: 'instance', content: shownFirst(instance) })}`,
  );

/**
 * Returns the web app's page with the instance's name and settings, for addresses without a preview.
 * @param page the built page
 */
export function withInstance(page: string, instance: Instance): string {
  const { name, logo } = instance;
  if (name === PRODUCT && instance.description === '' && logo === '') return withSettings(page, instance);
  const description = instance.description || ownDescription(page, name);
  return insert(withSettings(named(page, name, description), instance), [
    ...property('og:site_name', name),
    ...property('og:type', 'website'),
    ...property('og:title', name),
    ...property('og:description', description),
    ...property('og:image', logo && imageAsJpeg(logo)),
    element('meta', { name: 'twitter:card', content: 'summary' }),
  ]);
}

/**
 * Returns the web app's page with a head that describes the content at its address.
 * @param page the built page
 * @param preview null if a visitor sees nothing there; search engines then exclude the page
 * @param oembedOf returns the oEmbed address for an address
 */
export function withHead(
  page: string,
  preview: Preview | null,
  oembedOf: (url: string) => string,
  instance: Instance,
): string {
  const { name, description } = instance;
  const own = preview ?? { title: '', description: description || ownDescription(page, name) };
  const title = [own.title, name].filter((part) => part !== '').join(' · ');
  return insert(
    withSettings(named(page, title, own.description), instance),
    preview === null ? [NOINDEX] : elementsOf(preview, oembedOf(preview.url), name),
  );
}

const insert = (page: string, elements: string[]): string =>
  page.replace(HEAD_END, () => `  ${elements.join('\n    ')}\n  ${HEAD_END}`);
