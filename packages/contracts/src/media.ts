import * as z from 'zod/mini';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS } from './limits.js';
import { media } from './posts.js';
import { t } from './t.js';

/** Description of the accepted uploads, for users. */
export const UPLOADS_TAKEN = t`Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.`;

const tenths = (value: number): number => Math.ceil(value * 10) / 10;
/**
 * A number of bytes for users, such as "10 MB", "1.5 GB" or "2 TB": at most one decimal, rounded up, so that a file over
 * a limit never seems to fit.
 * @param locale of the number and its unit
 */
export function formatBytes(bytes: number, locale = 'en'): string {
  const [mega, giga] = [tenths(bytes / 1024 ** 2), tenths(bytes / 1024 ** 3)];
  const [size, unit] =
    mega < 1024
      ? [mega, 'megabyte']
      : giga < 1024
        ? [giga, 'gigabyte']
        : [tenths(bytes / 1024 ** 4), 'terabyte'];
  const form = { style: 'unit', unit, unitDisplay: 'short', useGrouping: false } as const;
  return new Intl.NumberFormat(locale, form).format(size);
}
/** The largest picture and clip, in bytes. */
export interface UploadSizes {
  imageBytes: number;
  videoBytes: number;
}
/** Description of the largest upload, for users. */
export const uploadsMax = ({ imageBytes, videoBytes }: UploadSizes): string =>
  t`At most ${POST_LIMITS.imagesMax} pictures of ${formatBytes(imageBytes)} and ${POST_LIMITS.videosMax} videos of ${formatBytes(videoBytes)}`;

/** Media as returned by an upload. `note` describes changes to the file, such as removed sound. */
export const uploadedMedia = z.extend(media, { note: z.optional(z.string()) });
export type UploadedMedia = z.infer<typeof uploadedMedia>;

/**
 * Returns the name of the form part for a clip's still frame. @param index position of the clip in `files`, from 0
 */
export const posterPart = (index: number): string => `poster-${index}`;

/**
 * Accepts multipart `files`, pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV), and returns them in
 * order, ready for `POST /posts`. If one file is rejected, all are.
 *
 * A picture's URL ends in `/1280.webp`; `/640.webp`, `/320.webp` and `/fallback.jpg` also exist (`imageSrcSet`).
 * Animations stay animated, and `poster` is a still picture of them. A clip's URL ends in `/video.mp4` or `/video.webm`. A part `poster-{i}` may contain a
 * still frame (JPEG, PNG or WebP) for the i-th of `files`, drawn by the browser; the answer returns it as `poster`.
 * Sizes and lengths are read from the stored files.
 *
 * Parts that a clip's edit list hides are removed from the stored file, up to the next key frame. A clip that would
 * lose more than half a second of visible video is rejected. Sound that some browsers cannot play (ALAC, AC-3, PCM)
 * is removed, and `note` says so. `note` also mentions an animated PNG or AVIF, which is stored as a still picture,
 * and HEVC, which some browsers cannot show. A clip with a video codec that no browser supports (ProRes, MPEG-2) is
 * rejected.
 *
 * Files that no post, profile picture or cover uses are deleted a day after the upload.
 */
export const uploadMedia = endpoint('uploadMedia', {
  answer: z.object({ ...success, data: z.array(uploadedMedia) }),
});
