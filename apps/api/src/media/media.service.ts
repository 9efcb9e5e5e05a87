import { randomBytes } from 'node:crypto';
import { IMAGE_WIDTHS, UPLOAD_LIMITS, type Media } from '@social-feed/contracts';
import { fileTypeFromFile } from 'file-type';
import { Types } from 'mongoose';
import type { AppContext } from '../context.js';
import { AppError, serviceUnavailable } from '../http/errors.js';
import { encodeVariants } from './image-variants.js';
import type { MediaStorage } from './media-storage.js';

/** A file as it came in: where it lies for the moment, and its size in bytes. */
export interface IncomingFile {
  path: string;
  size: number;
}

const IMAGES = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif']);
const VIDEOS: Readonly<Record<string, string>> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'video/quicktime': 'mov',
};

const refuse = (message: string) =>
  new AppError('VALIDATION_FAILED', message, { errors: [{ path: 'files', message }] });

interface Prepared {
  kind: Media['kind'];
  files: { name: string; source: Buffer | string }[];
  /** Name of the file that the url names. */
  main: string;
  bytes: number;
  width: number;
  height: number;
  placeholder: string;
}

/**
 * Keeps uploaded files, all or none, and answers them as posts take them.
 * @throws AppError 400 for what is no picture or clip, or a broken one, 413 where too big or over the user's quota
 */
export async function keepUploads(
  ctx: AppContext,
  storage: MediaStorage,
  userId: string,
  incoming: readonly IncomingFile[],
): Promise<Media[]> {
  if (incoming.length === 0) throw refuse('Choose at least one file');
  const kept: string[] = [];
  try {
    const media: Media[] = [];
    for (const file of incoming) {
      const prepared = await prepare(file);
      const id = randomBytes(16).toString('hex');
      kept.push(id);
      await reserve(ctx, { id, userId, prepared });
      for (const { name, source } of prepared.files) await storage.put(`${id}/${name}`, source);
      const { kind, width, height, placeholder } = prepared;
      const url = `${ctx.config.apiOrigin}/media/${id}/${prepared.main}`;
      media.push({ url, kind, alt: '', width, height, placeholder });
    }
    return media;
  } catch (error) {
    for (const id of kept) await forget(ctx, storage, id);
    throw isDiskFull(error) ? serviceUnavailable(error, 60) : error;
  }
}

/** Removes an upload; the record last, so that a crash in between leaves no file without one. */
export async function forget(
  ctx: Pick<AppContext, 'models'>,
  storage: MediaStorage,
  id: string,
): Promise<void> {
  await storage.remove(id);
  await ctx.models.MediaFile.deleteOne({ _id: id });
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === 'EDQUOT');

/** Finds out by its bytes, not by its name, what a file is. */
async function prepare({ path, size }: IncomingFile): Promise<Prepared> {
  const mime = (await fileTypeFromFile(path))?.mime ?? '';
  const extension = VIDEOS[mime];
  if (extension !== undefined) {
    const main = `video.${extension}`;
    const files = [{ name: main, source: path }];
    return { kind: 'video', files, main, bytes: size, width: 0, height: 0, placeholder: '' };
  }
  if (!IMAGES.has(mime))
    throw refuse('Only pictures (JPEG, PNG, WebP, GIF, AVIF) and clips (MP4, WebM, MOV)');
  if (size > UPLOAD_LIMITS.imageBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'A picture may have at most 10 MB');
  }
  const encoded = await encodeVariants(path).catch(() => {
    throw refuse('This picture is broken or too large');
  });
  return {
    kind: 'image',
    files: encoded.files.map(({ name, data }) => ({ name, source: data })),
    main: `${IMAGE_WIDTHS.at(-1)}.webp`,
    bytes: encoded.files.reduce((sum, { data }) => sum + data.length, 0),
    width: encoded.width,
    height: encoded.height,
    placeholder: encoded.placeholder,
  };
}

/** Counts first and looks then, so that parallel uploads cannot pass the quota together. */
async function reserve(
  ctx: AppContext,
  { id, userId, prepared }: { id: string; userId: string; prepared: Prepared },
): Promise<void> {
  const { MediaFile } = ctx.models;
  const user = new Types.ObjectId(userId);
  const { kind, bytes } = prepared;
  await MediaFile.create([{ _id: id, user, kind, bytes, createdAt: ctx.now() }]);
  const [row] = await MediaFile.aggregate<{ total: number }>([
    { $match: { user } },
    { $group: { _id: null, total: { $sum: '$bytes' } } },
  ]);
  if ((row?.total ?? 0) > ctx.config.media.quotaBytes) {
    throw new AppError('PAYLOAD_TOO_LARGE', 'Your storage is full. Delete uploads or use smaller files.');
  }
}
