import {
  MEDIA_TOO_LONG,
  mediaBytes,
  POST_LIMITS,
  plainMedia,
  type CreatePostBody,
  type Media,
} from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { invalidField } from '../../platform/http/errors.js';
import type { MediaAddresses } from '../../community/users/media-addresses.js';

type MediaFields = Pick<CreatePostBody, 'images' | 'videos' | 'media'>;

/**
 * Merges the three fields that name media of a post into one list, images first and each url once.
 *
 * `images` and `videos` name urls and their order; `media` adds known facts, and further urls after those. An
 * omitted list keeps the existing media, unless `media` is sent, which then replaces all.
 * Media that readers get as links stay: no answer names them as media, so no edit can.
 * @param existing media of the edited post
 * @throws AppError 400 for too many or too long urls, or for a new one that is not allowed
 */
export function mergeMedia(
  given: MediaFields,
  existing: readonly Media[],
  addresses: MediaAddresses,
): Media[] {
  const body = asWritten(given, addresses);
  const details = new Map<string, Media>();
  for (const item of [...existing, ...(body.media ?? [])]) details.set(item.url, item);

  const urlsOf = (kind: Media['kind'], named: readonly string[] | undefined): string[] => {
    const source = body.media ?? (named === undefined ? existing : []);
    const others = [...source, ...existing.filter(addresses.isOutside)]
      .filter((item) => item.kind === kind)
      .map((item) => item.url);
    return [...new Set([...(named ?? []), ...others])];
  };
  const images = urlsOf('image', body.images);
  const videos = urlsOf('video', body.videos).filter((url) => !images.includes(url));

  if (images.length > POST_LIMITS.imagesMax)
    throw invalidField('images', t`At most ${POST_LIMITS.imagesMax} images`);
  if (videos.length > POST_LIMITS.videosMax)
    throw invalidField('videos', t`At most ${POST_LIMITS.videosMax} videos`);
  const media = [
    ...images.map((url) => ({ ...(details.get(url) ?? plainMedia('image', url)), kind: 'image' as const })),
    ...videos.map((url) => ({ ...(details.get(url) ?? plainMedia('video', url)), kind: 'video' as const })),
  ];
  const had = new Set(existing.flatMap(({ url, poster }) => [url, poster]));
  for (const { kind, url, poster } of media) {
    if (!had.has(url)) addresses.refuseForeign('media', kind, url);
    if (!had.has(poster)) addresses.refuseForeign('media', 'image', poster);
  }
  const isSent = [body.images, body.videos, body.media].some((list) => list !== undefined);
  if (isSent && mediaBytes(media) > POST_LIMITS.mediaBytesMax) throw invalidField('media', MEDIA_TOO_LONG);
  return media;
}

/** Replaces the addresses under which pictures of other sites are passed on by the ones that their author wrote. */
function asWritten({ images, videos, media }: MediaFields, { written }: MediaAddresses): MediaFields {
  return {
    images: images?.map(written),
    videos,
    media: media?.map((item) => ({
      ...item,
      url: written(item.url),
      ...(item.poster !== undefined && { poster: written(item.poster) }),
    })),
  };
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
