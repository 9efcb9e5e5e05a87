import { plural, t } from '@lingui/core/macro';
import { plainMedia, type Media } from '@social-feed/contracts';
import { kindOf, uploadProblem } from '../../../../lib/upload/upload-rules';
import type { UploadTrouble } from '../../../../lib/upload/upload-file';
import { MEDIA_MAX } from './composer-rules';
import { sentences } from '../../../../lib/words/sentences';

/** A picture or video in the composer. */
export interface Attachment {
  key: string;
  /** The file's name, or its URL. */
  name: string;
  /** The media as shown and sent. Until the upload is done, `url` is an object URL of the file. */
  media: Media;
  /** Absent for media added by URL or loaded from a draft. */
  file?: File;
  /** The whole picture, if `file` is a part of it. */
  original?: File;
  /** `waiting` in the queue, `sending`, `done`, or `failed`. */
  state: 'waiting' | 'sending' | 'done' | 'failed';
  /** Upload progress, 0 to 1. */
  share: number;
  trouble?: UploadTrouble;
  /** Changes made by the server, such as a removed sound track. */
  note?: string | undefined;
  /** Object URL of the file, which the tile keeps showing after the upload. */
  preview?: string;
}

let lastKey = 0;
const nextKey = (): string => `attachment-${(lastKey += 1)}`;

/** Attachment for existing media: from a draft, a post, or a URL. */
export const attachmentOf = (media: Media): Attachment => ({
  key: nextKey(),
  name: media.url.split('/').at(-1) ?? media.url,
  media,
  state: 'done',
  share: 1,
});

/** Sorts pictures before videos, as posts store them, and otherwise keeps the order. */
export const inOrder = (list: readonly Attachment[]): Attachment[] => [
  ...list.filter(({ media }) => media.kind === 'image'),
  ...list.filter(({ media }) => media.kind === 'video'),
];

/** Attachment for a file. A file that is rejected stays in the list with its error until it is removed. */
const fromFile = (file: File): Attachment => {
  const preview = URL.createObjectURL(file);
  const problem = uploadProblem(file);
  const media = plainMedia(kindOf(file) ?? 'image', preview);
  const base = { key: nextKey(), name: file.name, media, share: 0 };
  if (problem === undefined) return { ...base, file, preview, state: 'waiting' };
  URL.revokeObjectURL(preview);
  return { ...base, state: 'failed', trouble: { text: problem, canRetry: false, offline: false } };
};

/** The attachment with a part of its picture, or with the whole one again, to be uploaded; its description stays. */
export const withPart = (one: Attachment, part: Blob | null): Attachment => {
  const whole = one.original ?? one.file;
  if (!whole) return one;
  const file = part ? new File([part], whole.name, { type: part.type }) : whole;
  const preview = URL.createObjectURL(file);
  return {
    key: one.key,
    name: one.name,
    media: { ...plainMedia('image', preview), alt: one.media.alt },
    file,
    ...(part ? { original: whole } : {}),
    preview,
    state: 'waiting',
    share: 0,
  };
};

/** Whether it counts toward the post's limit. */
const counts = ({ state, trouble }: Attachment): boolean => state !== 'failed' || trouble?.canRetry === true;

/** Number of attachments of one kind in the post, including running uploads. */
export const countIn = (list: readonly Attachment[], kind: Media['kind']): number =>
  list.filter((one) => one.media.kind === kind && counts(one)).length;

/** How many more of one kind can be added. */
const roomFor = (kind: Media['kind'], list: readonly Attachment[]): number =>
  MEDIA_MAX[kind] - countIn(list, kind);

/** Whether nothing can be added. */
export const isFull = (list: readonly Attachment[]): boolean =>
  roomFor('image', list) <= 0 && roomFor('video', list) <= 0;

/** Why a URL cannot be added, or `undefined`. */
export const addressProblem = (
  kind: Media['kind'],
  address: string,
  list: readonly Attachment[],
): string | undefined => {
  const isPicture = kind === 'image';
  const max = MEDIA_MAX[kind];
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address))
    return isPicture
      ? t`Image address must be an http or https address`
      : t`Video address must be an http or https address`;
  if (list.some(({ media }) => media.url === address))
    return isPicture ? t`This picture is in the post already` : t`This video is in the post already`;
  if (roomFor(kind, list) > 0) return undefined;
  return isPicture
    ? plural(max, { one: 'At most # picture', other: 'At most # pictures' })
    : plural(max, { one: 'At most # video', other: 'At most # videos' });
};

/** Creates attachments for as many chosen files as fit, and a notice about the others. */
export const takeFiles = (
  files: readonly File[],
  list: readonly Attachment[],
): { added: Attachment[]; notice: string | undefined } => {
  const room = { image: roomFor('image', list), video: roomFor('video', list) };
  const over = { image: 0, video: 0 };
  const added: Attachment[] = [];
  for (const file of files) {
    const kind = kindOf(file);
    if (kind === undefined || uploadProblem(file) !== undefined) added.push(fromFile(file));
    else if (room[kind] <= 0) over[kind] += 1;
    else {
      room[kind] -= 1;
      added.push(fromFile(file));
    }
  }
  const said = (['image', 'video'] as const)
    .filter((kind) => over[kind] > 0)
    .map((kind) => {
      const left = over[kind];
      return kind === 'image'
        ? plural(MEDIA_MAX[kind], {
            one: `A post takes # picture: ${plural(left, { one: '# left out', other: '# left out' })}.`,
            other: `A post takes # pictures: ${plural(left, { one: '# left out', other: '# left out' })}.`,
          })
        : plural(MEDIA_MAX[kind], {
            one: `A post takes # video: ${plural(left, { one: '# left out', other: '# left out' })}.`,
            other: `A post takes # videos: ${plural(left, { one: '# left out', other: '# left out' })}.`,
          });
    });
  return { added, notice: said.length > 0 ? sentences(...said) : undefined };
};

/** Moves an attachment to the index of another of its kind. Returns the same list if that is not possible. */
export const moveTo = (list: Attachment[], key: string, place: number): Attachment[] => {
  const from = list.findIndex((one) => one.key === key);
  const moved = list[from];
  if (!moved || list[place]?.media.kind !== moved.media.kind || from === place) return list;
  return list.toSpliced(from, 1).toSpliced(place, 0, moved);
};

/** Position of an attachment among those of its kind, from 1, and their number. */
export const placeOf = (list: readonly Attachment[], key: string): { place: number; of: number } => {
  const kind = list.find((one) => one.key === key)?.media.kind;
  const same = list.filter(({ media }) => media.kind === kind);
  return { place: same.findIndex((one) => one.key === key) + 1, of: same.length };
};

/** Media that the post would contain now: only finished uploads. */
export const mediaOf = (list: readonly Attachment[]): Media[] =>
  list.filter(({ state }) => state === 'done').map(({ media }) => media);

/** Why the post cannot be sent yet, or `undefined`. */
export const holdUp = (list: readonly Attachment[]): string | undefined => {
  const running = list.filter(({ state }) => state === 'waiting' || state === 'sending').length;
  if (running > 0)
    return plural(running, { one: '# upload is still running', other: '# uploads are still running' });
  const failed = list.filter(({ state }) => state === 'failed').length;
  if (failed === 0) return undefined;
  return plural(failed, {
    one: '# file could not be uploaded: try again or take it out',
    other: '# files could not be uploaded: try again or take them out',
  });
};

/** Media for the preview, including local files that are still uploading, without failed ones. */
export const shownMedia = (list: readonly Attachment[]): Media[] =>
  list
    .filter(({ state }) => state !== 'failed')
    .map(({ media, preview }) => ({ ...media, url: preview ?? media.url }));
