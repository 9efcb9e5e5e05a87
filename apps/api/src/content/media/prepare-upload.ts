import { readFile, stat } from 'node:fs/promises';
import { formatBytes, UPLOAD_LIMITS, type Media, type UploadSizes } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import { AppError, invalidField } from '../../platform/http/errors.js';
import { isClipRefusal } from './clip-refusal.js';
import { asStillAvif, kindOfFile } from './file-kind.js';
import { encodePoster, encodeVariants, PictureRefusal, STILL } from './image-variants.js';
import type { UploadFacts } from '../../community/uploads/media-file.model.js';
import { rewriteClip } from './rewrite-clip.js';

/** A received file: its temporary path, and its size in bytes. */
export interface IncomingFile {
  path: string;
  size: number;
  /** The poster sent with a clip. */
  poster?: { path: string; size: number } | undefined;
}

/** An upload, ready to be stored. */
export interface PreparedUpload {
  kind: Media['kind'];
  files: { name: string; source: Buffer | string }[];
  /** Name of the file for the url. */
  main: string;
  bytes: number;
  facts: UploadFacts;
  /** A note for the uploader. */
  note: string | undefined;
}

const STILLS: ReadonlySet<string> = new Set(['jpeg', 'png', 'apng', 'webp']);
const POSTER = 'poster.webp';
const MAIN_PICTURE = '1280.webp';

const tooBig = (what: string, bytes: number) =>
  new AppError('PAYLOAD_TOO_LARGE', t`${what} may have at most ${formatBytes(bytes)}`);

/** @throws AppError 400, with the name of the form field */
export const refuse = (message: string, cause?: unknown): AppError => invalidField('files', message, cause);

/** Path of a clip's new file. The code that removes the received file removes this one too. */
export const rewrittenPath = (path: string): string => `${path}.clip`;

/**
 * Detects a file's kind from its bytes, not its name, and converts it for storage.
 * @throws AppError 400 for a broken file or another kind, 413 if it is too big
 */
export async function prepareUpload(
  file: IncomingFile,
  signal?: AbortSignal,
  { imageBytes, videoBytes }: UploadSizes = UPLOAD_LIMITS,
): Promise<PreparedUpload> {
  const found = await kindOfFile(file.path);
  if (found.kind === 'refused') throw refuse(found.reason);
  if (found.kind === 'clip') {
    if (file.size > videoBytes) throw tooBig(t`A video`, videoBytes);
    return prepareClip(file, signal);
  }
  if (file.poster !== undefined) throw refuse(t`Only a video can have a still frame`);
  if (file.size > imageBytes) throw tooBig(t`A picture`, imageBytes);
  const isAvif = found.format === 'avif' || found.format === 'avis';
  const { files, animated, width, height, placeholder } = await orRefuse(
    t`This picture is broken`,
    encodeVariants(isAvif ? asStillAvif(await readFile(file.path)) : file.path, signal),
  );
  const isStill = found.format === 'apng' || found.format === 'avis';
  const note = isStill ? t`The animation is kept as a still picture.` : undefined;
  return {
    kind: 'image',
    files: files.map(({ name, data }) => ({ name, source: data })),
    main: MAIN_PICTURE,
    bytes: files.reduce((sum, { data }) => sum + data.length, 0),
    facts: { width, height, placeholder, ...(animated && { poster: STILL }) },
    note,
  };
}

async function prepareClip({ path, poster }: IncomingFile, signal?: AbortSignal): Promise<PreparedUpload> {
  const rewritten = rewrittenPath(path);
  const { extension, width, height, duration, note } = await orRefuse(
    t`This video is broken`,
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
    note,
  };
}

async function prepareStill({ path, size }: { path: string; size: number }) {
  if (size > UPLOAD_LIMITS.posterBytes)
    throw tooBig(t`The still frame of a video`, UPLOAD_LIMITS.posterBytes);
  const found = await kindOfFile(path);
  if (found.kind !== 'picture' || !STILLS.has(found.format)) {
    throw refuse(t`The still frame of a video must be JPEG, PNG or WebP`);
  }
  return orRefuse(t`The still frame of a video is broken`, encodePoster(path));
}

/** An unreadable file is the client's fault; a full disk or a disconnect is not. */
async function orRefuse<T>(message: string, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (isClipRefusal(error) || error instanceof PictureRefusal) throw refuse(error.message, error);
    if (error instanceof Error && ('syscall' in error || error.name === 'AbortError')) throw error;
    throw refuse(message, error);
  }
}
