import { profilePath, type Media, type Post } from '@social-feed/contracts';
import { partText, type TextPart } from '@social-feed/contracts/linked-text';
import { t } from '@social-feed/contracts/t';
import { escapeMarkup } from '../../platform/text.js';
import { shownOutside, titleOf } from './previews.js';

const attribute = (name: string, value: string | number | undefined): string =>
  value === undefined || value === 0 ? '' : ` ${name}="${escapeMarkup(String(value))}"`;
const anchor = (href: string, content: string): string => `<a${attribute('href', href)}>${content}</a>`;

function partOf(part: TextPart, webOrigin: string): string {
  const text = escapeMarkup(part.text);
  if (part.kind === 'link') return anchor(part.href, text);
  if (part.kind === 'tag') return anchor(`${webOrigin}/search?q=${encodeURIComponent(`#${part.tag}`)}`, text);
  if (part.kind === 'mention') return anchor(webOrigin + profilePath(part.userName), text);
  return text.replaceAll('\n', '<br>');
}

const picture = (src: string, { alt, width, height }: Media): string =>
  `<img${attribute('src', src)} alt="${escapeMarkup(alt)}"${attribute('width', width)}${attribute('height', height)}>`;

/** Feed readers take out players, so a clip is its still frame, or its description, with a link. */
function mediumOf(medium: Media): string {
  const { kind, url, poster, alt } = medium;
  if (kind === 'image') return picture(url, medium);
  return anchor(url, poster === undefined ? escapeMarkup(alt || t`Video`) : picture(poster, medium));
}

/**
 * Returns a post's text and media as HTML for feed readers: paragraphs, line breaks, links, pictures with their
 * descriptions. Never empty.
 */
export function htmlOf(post: Post, webOrigin: string): string {
  const { text, media } = shownOutside(post);
  const paragraphs = text
    .replaceAll('\r', '')
    .split(/\n(?:[^\S\n]*\n)+/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')
    .map((paragraph) =>
      partText(paragraph)
        .map((part) => partOf(part, webOrigin))
        .join(''),
    );
  const blocks = [...paragraphs, ...media.map(mediumOf)];
  return (blocks.length === 0 ? [escapeMarkup(titleOf(post))] : blocks)
    .map((block) => `<p>${block}</p>`)
    .join('\n');
}
