import { t } from '@social-feed/contracts/t';
import type { AudioCodec, VideoCodec } from 'mediabunny';

export type Container = 'mp4' | 'webm';

/** Video codecs that at least one current browser shows. */
const SHOWN: Record<Container, ReadonlySet<VideoCodec>> = {
  mp4: new Set<VideoCodec>(['avc', 'hevc', 'vp9', 'av1']),
  webm: new Set<VideoCodec>(['vp8', 'vp9', 'av1']),
};
/** Audio codecs that Chrome, Firefox and Safari all play. */
const PLAYED: Record<Container, ReadonlySet<AudioCodec>> = {
  mp4: new Set<AudioCodec>(['aac', 'mp3', 'opus', 'flac']),
  webm: new Set<AudioCodec>(['opus', 'vorbis']),
};

export const isShown = (container: Container, codec: VideoCodec | null): codec is VideoCodec =>
  codec !== null && SHOWN[container].has(codec);
/** @param entry type of the sample entry: a file may name one codec there and describe another */
export const isPlayed = (container: Container, codec: AudioCodec | null, entry = 'mp4a'): boolean =>
  codec !== null && PLAYED[container].has(codec) && /^(mp4a|opus|flac)$/i.test(entry);

/** Names by lower-case prefix of MP4 and MOV sample entries and WebM codec ids. */
const NAMES: readonly (readonly [string, string])[] = [
  ['avc', 'H.264'],
  ['hev', 'HEVC'],
  ['hvc', 'HEVC'],
  ['dvh', 'Dolby Vision'],
  ['vvc', 'VVC'],
  ['vvi', 'VVC'],
  ['vp08', 'VP8'],
  ['vp09', 'VP9'],
  ['av01', 'AV1'],
  ['ap', 'ProRes'],
  ['avdh', 'DNxHR'],
  ['avd', 'DNxHD'],
  ['s263', 'H.263'],
  ['h263', 'H.263'],
  ['h261', 'H.261'],
  ['mp4v', 'MPEG-4 Part 2'],
  ['divx', 'MPEG-4 Part 2'],
  ['xvid', 'MPEG-4 Part 2'],
  ['m2v', 'MPEG-2'],
  ['mx', 'MPEG-2'],
  ['xdv', 'MPEG-2'],
  ['hdv', 'MPEG-2'],
  ['mpeg', 'MPEG-1'],
  ['m1v', 'MPEG-1'],
  ['dv', 'DV'],
  ['jpeg', 'Motion JPEG'],
  ['mjp', 'Motion JPEG'],
  ['cfhd', 'CineForm'],
  ['hap', 'Hap'],
  ['svq', 'Sorenson Video'],
  ['cvid', 'Cinepak'],
  ['rle', 'QuickTime Animation'],
  ['png', 'PNG'],
  ['alac', 'ALAC'],
  ['ac-3', 'AC-3'],
  ['ec-3', 'E-AC-3'],
  ['ac-4', 'AC-4'],
  ['dts', 'DTS'],
  ['samr', 'AMR'],
  ['sawb', 'AMR'],
  ['apac', 'APAC'],
  ['mlpa', 'TrueHD'],
  ['qdm', 'QDesign'],
  ['ima4', 'ADPCM'],
  ['ulaw', 'PCM'],
  ['alaw', 'PCM'],
  ['twos', 'PCM'],
  ['sowt', 'PCM'],
  ['lpcm', 'PCM'],
  ['ipcm', 'PCM'],
  ['fpcm', 'PCM'],
  ['in24', 'PCM'],
  ['in32', 'PCM'],
  ['fl32', 'PCM'],
  ['fl64', 'PCM'],
  ['raw', 'PCM'],
  ['v_mpegh', 'HEVC'],
  ['v_mpeg4/iso/avc', 'H.264'],
  ['v_mpeg4', 'MPEG-4 Part 2'],
  ['v_mpeg2', 'MPEG-2'],
  ['v_prores', 'ProRes'],
  ['v_theora', 'Theora'],
  ['a_aac', 'AAC'],
  ['a_mpeg/l3', 'MP3'],
  ['a_ac3', 'AC-3'],
  ['a_eac3', 'E-AC-3'],
  ['a_dts', 'DTS'],
  ['a_flac', 'FLAC'],
  ['a_pcm', 'PCM'],
  ['a_alac', 'ALAC'],
];

/** Codec names of `mp4v` and `mp4a` streams. */
const OBJECT_TYPES: Readonly<Record<number, string>> = {
  ...Object.fromEntries([0x60, 0x61, 0x62, 0x63, 0x64, 0x65].map((type) => [type, 'MPEG-2'])),
  0x6a: 'MPEG-1',
  0x6c: 'Motion JPEG',
  0xa5: 'AC-3',
  0xa6: 'E-AC-3',
  0xa9: 'DTS',
  0xdd: 'Vorbis',
  0xe1: 'QCELP',
};

/**
 * Returns a readable codec name, for sentences about a clip.
 * @param objectType of an `mp4v` or `mp4a` stream, since several codecs share these
 */
export function codecName(id: string, objectType?: number): string {
  const shared = objectType === undefined ? undefined : OBJECT_TYPES[objectType];
  if (shared !== undefined) return shared;
  const lower = id.toLowerCase();
  const known = NAMES.find(([start]) => lower.startsWith(start))?.[1];
  return known ?? (/^[\w./ -]{2,32}$/.test(id) ? id.trim() : t`an unknown codec`);
}
