import {
  MEDIA_TOO_LONG,
  mediaBytes,
  POST_LIMITS,
  type CreatePostBody,
  type Media,
} from '@social-feed/contracts';
import { invalidField } from '../../platform/http/errors.js';
import { isAllowedHost } from '../users/media-host.js';

type MediaFields = Pick<CreatePostBody, 'images' | 'videos' | 'media'>;

const unknown = (url: string, kind: Media['kind']): Media => ({
  url,
  kind,
  alt: '',
  width: 0,
  height: 0,
  placeholder: '',
});

/**
 * Merges the three fields that name media of a post into one list, images first and each url once.
 *
 * `images` and `videos` name urls and their order; `media` adds known facts, and further urls after those. An
 * omitted list keeps the existing media, unless `media` is sent, which then replaces all.
 * @param existing media of the edited post
 * @param allowedHosts hosts that urls may name; empty allows all
 * @throws AppError 400 for too many or too long urls, or for a host that is not allowed
 */
export function mergeMedia(
  body: MediaFields,
  existing: readonly Media[],
  allowedHosts: readonly string[],
): Media[] {
  const details = new Map<string, Media>();
  for (const item of [...existing, ...(body.media ?? [])]) details.set(item.url, item);

  const urlsOf = (kind: Media['kind'], named: readonly string[] | undefined): string[] => {
    const source = body.media ?? (named === undefined ? existing : []);
    const others = source.filter((item) => item.kind === kind).map((item) => item.url);
    return [...new Set([...(named ?? []), ...others])];
  };
  const images = urlsOf('image', body.images);
  const videos = urlsOf('video', body.videos).filter((url) => !images.includes(url));

  if (images.length > POST_LIMITS.imagesMax)
    throw invalidField('images', `At most ${POST_LIMITS.imagesMax} images`);
  if (videos.length > POST_LIMITS.videosMax)
    throw invalidField('videos', `At most ${POST_LIMITS.videosMax} videos`);
  const media = [
    ...images.map((url) => ({ ...(details.get(url) ?? unknown(url, 'image')), kind: 'image' as const })),
    ...videos.map((url) => ({ ...(details.get(url) ?? unknown(url, 'video')), kind: 'video' as const })),
  ];
  const addresses = media.flatMap(({ url, poster }) => (poster === undefined ? [url] : [url, poster]));
  if (!addresses.every((url) => isAllowedHost(allowedHosts, url))) {
    throw invalidField('media', 'Media must be uploaded or come from an allowed host');
  }
  const isSent = [body.images, body.videos, body.media].some((list) => list !== undefined);
  if (isSent && mediaBytes(media) > POST_LIMITS.mediaBytesMax) throw invalidField('media', MEDIA_TOO_LONG);
  return media;
}

export const mediaUrls = (media: readonly Media[]): string[] => media.map(({ url }) => url);

/**
 * Fills fields missing in the body with the facts of the upload.
 * @param upload `undefined` for media not uploaded here
 */
export const completeMedia = (item: Media, upload: Media | undefined): Media =>
  upload === undefined || item.kind !== upload.kind || (item.width > 0 && item.height > 0)
    ? item
    : { ...upload, alt: item.alt };
