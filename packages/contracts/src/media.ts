import * as z from 'zod/mini';
import { success } from './common.js';
import { endpoint } from './endpoint.js';
import { POST_LIMITS } from './limits.js';
import { media } from './posts.js';

/** Limits of uploads (design §3). Bytes unless a name says otherwise. */
export const UPLOAD_LIMITS = {
  filesMax: POST_LIMITS.imagesMax + POST_LIMITS.videosMax,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 50 * 1024 * 1024,
  imagePixels: 50_000_000,
} as const;

/** Widths in pixels that every uploaded picture is kept in; smaller ones are not enlarged. */
export const IMAGE_WIDTHS = [320, 640, 1280] as const;

/**
 * Takes multipart `files`, pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV), and answers them in their
 * order. A picture's url ends in `/1280.webp`; beside it stand `/640.webp`, `/320.webp` and `/fallback.jpg`. Sizes of
 * clips are 0: the browser knows them. One file that is refused refuses all.
 */
export const uploadMedia = endpoint({
  method: 'POST',
  path: '/media',
  summary: 'Upload pictures and clips',
  access: 'user',
  status: 201,
  answer: z.object({ ...success, data: z.array(media) }),
});
