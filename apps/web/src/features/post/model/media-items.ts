import { imageSrcSet, type Media } from '@social-feed/contracts';
import type { CSSProperties } from 'react';

/** Screens up to this width show a carousel (F §2). */
export const CAROUSEL = '(max-width: 768px)';
/** Sizes that stand in for media of unknown size, so that space is reserved all the same. */
const UNKNOWN = { width: 4, height: 3 };
const GRID_MAX = 4;
/** Width by height of the carousel's frame, from its first item: from 3:4, as phones take pictures, to 1.9:1. */
const FRAME = { min: 0.75, max: 1.9 };
/** A single item keeps its own shape, except strips that would be too thin to see. */
const SINGLE = { min: 1 / 3, max: 4 };
/** Of two, and of three or four items. */
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

/** At most 4 for the grid, the remainder for "Additional Media" (F §9). */
export const splitForGrid = (items: Media[]): { grid: Media[]; rest: Media[] } => ({
  grid: items.slice(0, GRID_MAX),
  rest: items.slice(GRID_MAX),
});

/** Width divided by height, held between `min` and `max`. */
export const aspectOf = (item: { width: number; height: number }, min: number, max: number): number => {
  const ratio = item.width > 0 && item.height > 0 ? item.width / item.height : UNKNOWN.width / UNKNOWN.height;
  return Math.min(max, Math.max(min, ratio));
};

/** Shape of the frame of a post's media, in a carousel or in a grid. */
export const frameAspect = (items: Media[], layout: 'carousel' | 'grid'): number => {
  const first = items[0] ?? UNKNOWN;
  if (items.length === 1) return aspectOf(first, SINGLE.min, SINGLE.max);
  if (layout === 'carousel') return aspectOf(first, FRAME.min, FRAME.max);
  return items.length === 2 ? PAIR : GROUP;
};

/**
 * Shape and size of that frame, at most 70 % of the window tall. A frame that takes its shape from a picture becomes
 * narrower there instead of leaving bars beside the picture.
 */
export const frameStyle = (items: Media[], layout: 'carousel' | 'grid'): CSSProperties => {
  const aspectRatio = frameAspect(items, layout);
  const keepsShape = items.length === 1 || layout === 'carousel';
  return {
    aspectRatio,
    maxHeight: '70svh',
    width: keepsShape ? `min(100%, ${(70 * aspectRatio).toFixed(2)}svh)` : '100%',
  };
};

/** Whether an item, shown whole, leaves bars in a frame of this shape. Less than 1 % is rounding. */
export const leavesBars = (item: Media, aspect: number): boolean =>
  Math.abs(aspectOf(item, 0, Infinity) / aspect - 1) > 0.01;

/** CSS background of a placeholder: a colour or a tiny picture, nothing else. */
export const placeholderStyle = (
  placeholder: string,
): { backgroundColor?: string; backgroundImage?: string } => {
  if (/^#[0-9a-f]{3,8}$/i.test(placeholder)) return { backgroundColor: placeholder };
  if (/^data:image\/(webp|png|jpeg);base64,[A-Za-z0-9+/=]+$/.test(placeholder))
    return { backgroundImage: `url("${placeholder}")` };
  return {};
};

/** The widths that a picture is kept in, as a `srcset`; `undefined` where there is one only. */
export const srcSetOf = ({ kind, url, width }: Media): string | undefined =>
  kind === 'image' ? imageSrcSet(url, width) : undefined;

/** Address of a maps search for a place written by hand (F §2). */
export const mapsSearch = (place: string): string =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(place.trim())}`;

/** Whether an id can be one of the server's: 24 hex digits. */
export const isPostId = (id: unknown): id is string => typeof id === 'string' && /^[0-9a-f]{24}$/i.test(id);
