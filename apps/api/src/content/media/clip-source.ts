import { t } from '@social-feed/contracts/t';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CustomSource, Input, MP4, QTFF, WEBM } from 'mediabunny';
import { readClipBoxes, SAMPLES_MAX, type ClipBoxes } from './clip-boxes.js';
import type { Container } from './clip-codecs.js';
import { roundingOf, segmentsOf, type Segment } from './clip-edits.js';
import { refuseClip } from './clip-refusal.js';

export interface Clip {
  input: Input;
  /** Of the output file. */
  container: Container;
  /** Of the input file. */
  bytes: number;
  /** `undefined` for WebM. */
  boxes: ClipBoxes | undefined;
  /**
   * Reads which parts of a track are shown. Times from `input` are media times.
   * @throws Error if the track's tables claim too much
   */
  segmentsOf(trackId: number): { segments: Segment[]; rounding: number };
  close(): void;
}

/** Rounding error of WebM times, in seconds. */
const WEBM_ROUNDING = 0.001;
const NO_EDIT_LIST = Buffer.from('free', 'latin1');
const EBML = 0x1a45dfa3;

/**
 * Opens a clip for reading. Edit lists are hidden from the reader, which would apply only the first entry, without
 * its end.
 * @throws Error if the index is broken
 */
export function openClip(path: string): Clip {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const boxes = isMatroska(file) ? undefined : readClipBoxes(file, size);
    const input = new Input({
      formats: boxes === undefined ? [WEBM] : [MP4, QTFF],
      source: new CustomSource({
        getSize: () => size,
        read: (start, end) => readPatched(file, start, end, boxes?.editListTypes ?? []),
        prefetchProfile: 'fileSystem',
        handleUnhandledError: () => undefined,
      }),
    });
    return {
      input,
      container: boxes === undefined ? 'webm' : 'mp4',
      bytes: size,
      boxes,
      segmentsOf(trackId) {
        if (boxes === undefined) return { segments: segmentsOf([], 1, 1), rounding: WEBM_ROUNDING };
        const track = boxes.tracks.get(trackId);
        if (track === undefined || track.samples === Infinity)
          throw new Error('The index of the clip is broken');
        if (track.samples > SAMPLES_MAX) throw refuseClip(t`This video has too many pictures.`);
        return {
          segments: segmentsOf(track.edits, boxes.timescale, track.timescale),
          rounding: roundingOf(boxes.timescale, track.timescale),
        };
      },
      close() {
        input.dispose();
        closeSync(file);
      },
    };
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

function isMatroska(file: number): boolean {
  const head = Buffer.alloc(4);
  return readSync(file, head, 0, 4, 0) === 4 && head.readUInt32BE() === EBML;
}

function readPatched(file: number, start: number, end: number, types: readonly number[]): Uint8Array {
  const bytes = Buffer.alloc(end - start);
  for (let done = 0; done < bytes.length;) {
    const bytesRead = readSync(file, bytes, done, bytes.length - done, start + done);
    if (bytesRead === 0) throw new Error('The clip ended too early');
    done += bytesRead;
  }
  for (const at of types) {
    for (const [index, byte] of NO_EDIT_LIST.entries()) {
      const place = at + index - start;
      if (place >= 0 && place < bytes.length) bytes[place] = byte;
    }
  }
  return bytes;
}
