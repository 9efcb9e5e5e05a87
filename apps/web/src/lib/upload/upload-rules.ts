import { t } from '@lingui/core/macro';
import {
  UPLOAD_LIMITS,
  UPLOADS_TAKEN,
  type Instance,
  type Media,
  type UploadSizes,
} from '@social-feed/contracts';
import { formatBytes } from '../bytes';
import { useInstanceStore, useKnownInstance } from '../instance-store';

type Kind = Media['kind'];

const TYPES: Record<Kind, readonly string[]> = {
  image: ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'],
  video: ['video/mp4', 'video/webm', 'video/quicktime'],
};
/** Other types of the same formats, from the registries of some systems. */
const MORE_TYPES: Record<Kind, readonly string[]> = {
  image: ['image/jpg', 'image/pjpeg', 'image/x-png', 'image/apng', 'image/vnd.mozilla.apng'],
  video: ['video/x-m4v', 'video/3gpp', 'video/3gpp2', 'application/mp4'],
};
/** For files without a type, which systems give to kinds of files that they do not know. */
const NAMES: Record<Kind, RegExp> = {
  image: /\.(?:jpe?g|jfif|a?png|webp|gif|avif)$/i,
  video: /\.(?:mp4|m4v|webm|mov|qt|3gpp?|3g2)$/i,
};
const KINDS = Object.keys(TYPES) as Kind[];
const UNKNOWN = ['', 'application/octet-stream'];

/** The largest picture and clip that the host takes; the usual ones until that is known. */
const sizesOf = (known: Instance | undefined): UploadSizes => known?.limits ?? UPLOAD_LIMITS;
export const useUploadSizes = (): UploadSizes => sizesOf(useKnownInstance());

/** The largest file of a kind, in bytes. */
export const mostBytes = (kind: Kind): number =>
  sizesOf(useInstanceStore.getState().known)[kind === 'image' ? 'imageBytes' : 'videoBytes'];

/** For the `accept` of a file field. */
export const ACCEPTED: Record<Kind, string> = { image: TYPES.image.join(), video: TYPES.video.join() };

/** The accepted formats, for display. */
export const FORMATS: Record<Kind, string> = {
  image: t`JPEG, PNG, WebP, GIF or AVIF`,
  video: t`MP4, WebM or MOV`,
};

type Named = Pick<File, 'type' | 'name'>;

/**
 * The kind of a file by its type, or by its name if it has none; `undefined` if posts do not accept it. The server checks
 * the bytes.
 */
export const kindOf = ({ type, name }: Named): Kind | undefined =>
  KINDS.find((kind) =>
    UNKNOWN.includes(type) ? NAMES[kind].test(name) : [...TYPES[kind], ...MORE_TYPES[kind]].includes(type),
  );

/** Why a file would be rejected, or `undefined`. */
export const uploadProblem = (file: Named & Pick<File, 'size'>): string | undefined => {
  const kind = kindOf(file);
  if (kind === undefined) return UPLOADS_TAKEN;
  if (file.size === 0) return t`This file is empty.`;
  return file.size <= mostBytes(kind) || mayShrink(file) ? undefined : tooBig(file);
};

/** The error for a file over the size limit of its kind. */
export const tooBig = (file: Named & Pick<File, 'size'>): string => {
  const kind = kindOf(file) ?? 'image';
  const [most, size] = [formatBytes(mostBytes(kind)), formatBytes(file.size)];
  return kind === 'image'
    ? t`A picture may have at most ${most}; this one has ${size}.`
    : t`A video may have at most ${most}; this one has ${size}.`;
};

/** Picture types that are downscaled instead of rejected: still pictures, up to a size that phones can decode. */
const SHRINKS: readonly string[] = ['image/jpeg', 'image/png', 'image/avif'];
const SHRINKS_BYTES = 100 * 1024 * 1024;

/** Whether a picture is too big and can be downscaled before it is sent. */
export const mayShrink = ({ type, size }: Pick<File, 'type' | 'size'>): boolean =>
  size > mostBytes('image') && size <= SHRINKS_BYTES && SHRINKS.includes(type);
