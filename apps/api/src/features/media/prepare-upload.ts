import { stat } from 'node:fs/promises';
import { UPLOAD_LIMITS, type Media } from '@social-feed/contracts';
import { fileTypeFromFile } from 'file-type';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { rewriteClip } from './rewrite-clip.js';
import { encodePoster, encodeVariants } from './image-variants.js';
import type { UploadFacts } from './media-file.model.js';

/** A file as it came in: where it lies for the moment, and its size in bytes. */
export interface IncomingFile {
  path: string;
  size: number;
  /** The still frame that came with a clip. */
  poster?: { path: string; size: number } | undefined;
}

/** An upload as it is going to be kept. */
export interface PreparedUpload {
  kind: Media['kind'];
  files: { name: string; source: Buffer | string }[];
  /** Name of the file that the url names. */
  main: string;
  bytes: number;
  facts: UploadFacts;
}

const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const STILLS = new Set(['image/jpeg', 'image/png', 'image/webp']);
const CLIPS = new Set(['video/mp4', 'video/webm', 'video/quicktime', 'video/x-m4v']);
const POSTER = 'poster.webp';
const MAIN_PICTURE = '1280.webp';

/** @throws AppError 400, which names the form's field */
export const refuse = (message: string, cause?: unknown): AppError => invalidField('files', message, cause);

/** Where a clip's new file is written; whoever removes the file that came in removes this one too. */
export const rewrittenPath = (path: string): string => `${path}.clip`;

/**
 * Finds out by its bytes, not by its name, what a file is, and makes of it what is kept.
 * @throws AppError 400 for what is no picture or clip, or a broken one, 413 where it is too big
 */
export async function prepareUpload(file: IncomingFile, signal?: AbortSignal): Promise<PreparedUpload> {
  const mime = await mimeOf(file.path);
  if (CLIPS.has(mime)) return prepareClip(file, signal);
  if (!PICTURES.has(mime)) {
    throw refuse('Only pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV)');
  }
  if (file.poster !== undefined) throw refuse('Only a clip can have a still frame');
  if (file.size > UPLOAD_LIMITS.imageBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A picture may have at most 10 MB');
  }
  const { files, width, height, placeholder } = await orRefuse(
    'This picture is broken or too large',
    encodeVariants(file.path, signal),
  );
  return {
    kind: 'image',
    files: files.map(({ name, data }) => ({ name, source: data })),
    main: MAIN_PICTURE,
    bytes: files.reduce((sum, { data }) => sum + data.length, 0),
    facts: { width, height, placeholder },
  };
}

async function prepareClip({ path, poster }: IncomingFile, signal?: AbortSignal): Promise<PreparedUpload> {
  const rewritten = rewrittenPath(path);
  const { extension, width, height, duration } = await orRefuse(
    'This clip is broken or of a kind that browsers cannot play',
    rewriteClip(path, rewritten, signal),
  );
  const still = poster === undefined ? undefined : await prepareStill(poster);
  const main = `video.${extension}`;
  return {
    kind: 'video',
    files: [
      { name: main, source: rewritten },
      ...(still === undefined ? [] : [{ name: POSTER, source: still.data }]),
    ],
    main,
    bytes: (await stat(rewritten)).size + (still?.data.length ?? 0),
    facts: {
      width,
      height,
      duration,
      placeholder: still?.placeholder ?? '',
      ...(still === undefined ? {} : { poster: POSTER }),
    },
  };
}

async function prepareStill({ path, size }: { path: string; size: number }) {
  if (size > UPLOAD_LIMITS.posterBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'The still frame of a clip may have at most 2 MB');
  }
  if (!STILLS.has(await mimeOf(path))) throw refuse('The still frame of a clip must be JPEG, PNG or WebP');
  return orRefuse('The still frame of a clip is broken or too large', encodePoster(path));
}

const mimeOf = async (path: string): Promise<string> => (await fileTypeFromFile(path))?.mime ?? '';

/** A file that cannot be read is the sender's fault; a full disk and a sender who left are not. */
async function orRefuse<T>(message: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Error && ('syscall' in error || error.name === 'AbortError')) throw error;
    throw refuse(message, error);
  }
}
