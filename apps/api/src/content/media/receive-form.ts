import { randomBytes } from 'node:crypto';
import { mkdir, rm, statfs } from 'node:fs/promises';
import { UPLOAD_LIMITS, uploadsMax, type UploadSizes } from '@social-feed/contracts';
import { t } from '@social-feed/contracts/t';
import type { Request, Response } from 'express';
import multer from 'multer';
import { AppError, storageFull } from '../../platform/http/errors.js';
import { refuse, rewrittenPath, type IncomingFile } from './prepare-upload.js';

const PART = /^(?:files|poster-(0|[1-9]\d?))$/;
/** React Native writes boundaries with signs such as `/` that need quotes, and leaves these out. */
const BARE_BOUNDARY = /(?<=;\s*boundary=)[^\s";]+/i;
const TOO_MUCH = new Set(['LIMIT_FILE_SIZE', 'LIMIT_FILE_COUNT', 'LIMIT_PART_COUNT']);

type Part = Express.Multer.File;

/**
 * Creates a reader for forms with `files` and `poster-{i}` (see the contract). It writes them into a folder under
 * generated names, deletes the files of rejected or aborted forms, and reads nothing while the disk is too full.
 */
export function createFormReader(
  directory: string,
  bytesMax: number,
  keepFreeBytes = 0,
  sizes: UploadSizes = UPLOAD_LIMITS,
) {
  const partsMax = 2 * UPLOAD_LIMITS.filesMax;
  const tooMuch = () => new AppError('PAYLOAD_TOO_LARGE', uploadsMax(sizes));
  const read = multer({
    storage: multer.diskStorage({
      destination: directory,
      filename: (_req, _file, done) => done(null, randomBytes(16).toString('hex')),
    }),
    fileFilter: (_req, file, done) => {
      if (PART.test(file.fieldname)) done(null, true);
      else done(new AppError('VALIDATION_FAILED', 'Send the files as "files" of a form'));
    },
    limits: {
      // What kind a file is shows once it is here.
      fileSize: Math.max(sizes.imageBytes, sizes.videoBytes, UPLOAD_LIMITS.posterBytes),
      files: partsMax,
      fields: 0,
      parts: partsMax,
      headerPairs: 20,
    },
  }).any();

  return async (req: Request, res: Response) => {
    if (Number(req.headers['content-length'] ?? 0) > bytesMax) throw tooMuch();
    req.headers['content-type'] = req.headers['content-type']?.replace(BARE_BOUNDARY, '"$&"');
    await mkdir(directory, { recursive: true });
    const { bavail, bsize } = await statfs(directory);
    if (bavail * bsize < keepFreeBytes) throw storageFull(new Error('The disk of uploads is nearly full'));
    const parts = await new Promise<Part[]>((resolve, reject) => {
      let bytes = 0;
      req.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        // A client that declares no size could send endlessly.
        if (bytes > bytesMax) reject(tooMuch());
      });
      void read(req, res, (error: unknown) => {
        const received = (req.files ?? []) as Part[];
        if (error !== undefined && error !== null) reject(refusalOf(error, tooMuch));
        // The form was rejected above but received completely.
        else if (bytes > bytesMax) removeAll(received).catch(reject);
        else resolve(received);
      });
    });
    const discard = () => removeAll(parts);
    try {
      return { files: joinPosters(parts, tooMuch), discard };
    } catch (error) {
      await discard();
      throw error;
    }
  };
}

/** Removes all files of these parts from the folder. */
async function removeAll(parts: readonly Part[]): Promise<void> {
  const paths = parts.flatMap(({ path }) => [path, rewrittenPath(path)]);
  await Promise.all(paths.map((path) => rm(path, { force: true })));
}

/** @throws AppError 413 for too many files, 400 for posters without a clip */
function joinPosters(parts: readonly Part[], tooMuch: () => AppError): IncomingFile[] {
  const files: IncomingFile[] = parts
    .filter(({ fieldname }) => fieldname === 'files')
    .map(({ path, size }) => ({ path, size }));
  if (files.length > UPLOAD_LIMITS.filesMax) throw tooMuch();
  for (const { fieldname, path, size } of parts) {
    const index = PART.exec(fieldname)?.[1];
    if (index === undefined) continue;
    const clip = files[Number(index)];
    if (clip === undefined || clip.poster !== undefined) throw refuse(t`A still frame belongs to no video`);
    clip.poster = { path, size };
  }
  return files;
}

function refusalOf(error: unknown, tooMuch: () => AppError): Error {
  if (error instanceof AppError) return error;
  if (error instanceof multer.MulterError) {
    return TOO_MUCH.has(error.code)
      ? tooMuch()
      : new AppError('VALIDATION_FAILED', 'Send the files as "files" of a form', { cause: error });
  }
  if (error instanceof Error && 'syscall' in error) return error;
  return new AppError('VALIDATION_FAILED', t`The upload cannot be read`, { cause: error });
}
