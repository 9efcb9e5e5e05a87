import { POST_LIMITS } from './limits.js';

/**
 * Limits of uploads, in bytes unless a name says otherwise. The host may set `imageBytes`, `videoBytes` and
 * `personBytes`: `limits` of `GET /instance` has the values in use.
 */
export const UPLOAD_LIMITS = {
  filesMax: POST_LIMITS.imagesMax + POST_LIMITS.videosMax,
  imageBytes: 10 * 1024 * 1024,
  videoBytes: 50 * 1024 * 1024,
  /** All uploads of a person together. */
  personBytes: 1024 * 1024 * 1024,
  posterBytes: 2 * 1024 * 1024,
  imagePixels: 50_000_000,
  /** Lower, since AVIF takes many times as long to decode. */
  avifPixels: 20_000_000,
  /** of all frames of an animation together */
  animationPixels: 100_000_000,
  animationFrames: 500,
  /** Maximum stored width of animations, in pixels. */
  animationWidth: 640,
  clipSeconds: 4 * 60 * 60,
} as const;
