import { imageSrcSet, type Media } from '@social-feed/contracts';
import type { CSSProperties } from 'react';
import type { ClientPost } from './post';

/** Screens up to this width show a carousel (F §2). */
export const CAROUSEL = '(max-width: 768px)';
/** Default size for media of unknown size, to reserve space. */
const UNKNOWN = { width: 4, height: 3 };
const GRID_MAX = 4;
/** Aspect ratio of the carousel's frame, from its first item: from 3:4, common for phone cameras, to 1.9:1. */
const FRAME = { min: 0.75, max: 1.9 };
/** A single item keeps its aspect ratio, except strips too thin to see. */
export const SINGLE = { min: 1 / 3, max: 4 };
/** Aspect ratios for two items, and for three or four. */
const PAIR = 1.6;
const GROUP = 1.5;

/** A post's media, images before videos (F §2); urls without a description become plain items. */
export const mediaItems = (post: { media: Media[]; images: string[]; videos: string[] }): Media[] => {
  const described = new Map(post.media.map((item) => [item.url, item]));
  const plain = (kind: Media['kind']) => (url: string) =>
    described.get(url) ?? { url, kind, alt: '', placeholder: '', ...UNKNOWN };
  const listed = [...post.images.map(plain('image')), ...post.videos.map(plain('video'))];
  const all = listed.length > 0 ? listed : post.media;
  return [...all.filter(({ kind }) => kind === 'image'), ...all.filter(({ kind }) => kind === 'video')];
};

/** Whether a post shows a picture without a press. */
export const showsPicture = (post: ClientPost): boolean =>
  !post.contentWarning && !post.sensitive && mediaItems(post)[0]?.kind === 'image';

/** At most 4 items for the grid, the rest for "Additional Media" (F §9). */
export const splitForGrid = (items: Media[]): { grid: Media[]; rest: Media[] } => ({
  grid: items.slice(0, GRID_MAX),
  rest: items.slice(GRID_MAX),
});

/** Aspect ratio (width / height), clamped to `min` and `max`. */
export const aspectOf = (item: { width: number; height: number }, min: number, max: number): number => {
  const ratio = item.width > 0 && item.height > 0 ? item.width / item.height : UNKNOWN.width / UNKNOWN.height;
  return Math.min(max, Math.max(min, ratio));
};

/** Aspect ratio of the frame of a post's media, in a carousel or in a grid. */
export const frameAspect = (items: Media[], layout: 'carousel' | 'grid'): number => {
  const first = items[0] ?? UNKNOWN;
  if (items.length === 1) return aspectOf(first, SINGLE.min, SINGLE.max);
  if (layout === 'carousel') return aspectOf(first, FRAME.min, FRAME.max);
  return items.length === 2 ? PAIR : GROUP;
};

/**
 * Aspect ratio and size of that frame, at most 70 % of the window tall. A frame shaped by a picture becomes
 * narrower instead of leaving bars at the sides, and is centred in its column.
 */
export const frameStyle = (items: Media[], layout: 'carousel' | 'grid'): CSSProperties => {
  const aspectRatio = frameAspect(items, layout);
  const keepsShape = items.length === 1 || layout === 'carousel';
  return {
    aspectRatio,
    maxHeight: '70svh',
    width: keepsShape ? `min(100%, ${(70 * aspectRatio).toFixed(2)}svh)` : '100%',
    marginInline: 'auto',
  };
};

/** Whether an item leaves bars in a frame of this aspect ratio. Ignores rounding below 1 %. */
export const leavesBars = (item: Media, aspect: number): boolean =>
  Math.abs(aspectOf(item, 0, Infinity) / aspect - 1) > 0.01;

/** CSS background of a placeholder: a colour or a tiny image, nothing else. */
export const placeholderStyle = (
  placeholder: string,
): { backgroundColor?: string; backgroundImage?: string } => {
  if (/^#[0-9a-f]{3,8}$/i.test(placeholder)) return { backgroundColor: placeholder };
  if (/^data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(placeholder))
    return { backgroundImage: `url("${placeholder}")` };
  return {};
};

/** The stored widths of a picture, as a `srcset`; `undefined` if there is one only. */
export const srcSetOf = ({ kind, url, width }: Media): string | undefined =>
  kind === 'image' ? imageSrcSet(url, width) : undefined;

/** Link to a map search for a place typed by the author (F §2). */
export const mapsSearch = (place: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.trim())}`;
