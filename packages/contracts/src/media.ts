import * as z from 'zod/mini';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS } from './limits.js';
import { media } from './posts.js';

/** Limits of uploads. Bytes unless a name says otherwise. */
export const UPLOAD_LIMITS = {
  filesMax: POST_LIMITS.imagesMax + POST_LIMITS.videosMax,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 50 * 1024 * 1024,
  posterBytes: 2 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** AVIF takes many times as long to decode. */
  avifPixels: 20_000_000,
  /** of all frames of an animation together */
  animationPixels: 100_000_000,
  animationFrames: 500,
  /** Animations are kept at most this many pixels wide. */
  animationWidth: 640,
  clipSeconds: 4 * 60 * 60,
} as const;

/** What may be uploaded, in words for people. */
export const UPLOADS_TAKEN =
  'Only pictures (JPEG, PNG, WebP, GIF or AVIF) and videos (MP4, WebM or MOV) can be uploaded.';

/** Media as an upload answers them. `note` tells the sender what was changed, such as sound that was left out. */
export const uploadedMedia = z.extend(media, { note: z.optional(z.string()) });
export type UploadedMedia = z.infer<typeof uploadedMedia>;

/** Name of the form's part that holds the still frame of a clip. @param index the clip's place among `files`, from 0 */
export const posterPart = (index: number): string => `poster-${index}`;

/**
 * Takes multipart `files`, pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV), and answers them in their
 * order, each fit for `POST /posts`. One file that is refused refuses all.
 *
 * A picture's url ends in `/1280.webp`; beside it stand `/640.webp`, `/320.webp` and `/fallback.jpg` (`imageSrcSet`).
 * Animations stay animated. A clip's url ends in `/video.mp4` or `/video.webm`; for the clip that is the i-th of `files`
 * a part `poster-{i}` may bring a still frame (JPEG, PNG or WebP), which the browser draws: the answer then names it as
 * `poster`. Sizes and lengths are read from the files that are kept.
 *
 * Whatever the edit list of a clip hides is left out of the file that is kept, up to the next key frame; a clip that
 * would lose more than half a second of what it shows is refused. Sound that not all browsers play (ALAC, AC-3, PCM) is
 * left out, which `note` says in words; so it does of an animated PNG or AVIF, which is kept as a still picture, and of
 * HEVC, which some browsers do not show. A clip whose pictures no browser shows (ProRes, MPEG-2) is refused.
 *
 * What no post, profile picture or cover uses is deleted a day after its upload.
 */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/media',
  access: 'user',
  status: 201,
  answer: z.object({ ...success, data: z.array(uploadedMedia) }),
});
