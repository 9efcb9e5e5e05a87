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
  /** of all frames of an animation together */
  animationPixels: 100_000_000,
  animationFrames: 500,
  /** Animations are kept at most this many pixels wide. */
  animationWidth: 640,
  clipSeconds: 4 * 60 * 60,
} as const;

/** Name of the form's part that holds the still frame of a clip. @param index the clip's place among `files`, from 0 */
export const posterPart = (index: number): string => `poster-${index}`;

/**
 * Takes multipart `files`, pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV), and answers them in their
 * order, each fit for `POST /posts`. One file that is refused refuses all.
 *
 * A picture's url ends in `/1280.webp`; beside it stand `/640.webp`, `/320.webp` and `/fallback.jpg` (`imageSrcSet`).
 * Animations stay animated. A clip's url ends in `/video.mp4` or `/video.webm`; for the clip that is the i-th of `files`
 * a part `poster-{i}` may bring a still frame (JPEG, PNG or WebP), which the browser draws: the answer then names it as
 * `poster`. Sizes and lengths are read from the files.
 *
 * What no post, profile picture or cover uses is deleted a day after its upload.
 */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/media',
  access: 'user',
  status: 201,
  answer: z.object({ ...success, data: z.array(media) }),
});
