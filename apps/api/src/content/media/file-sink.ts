import { writeSync } from 'node:fs';
import { WritableStream } from 'node:stream/web';
import type { StreamTargetChunk } from 'mediabunny';

/**
 * Writes the muxer's output and remembers a failed write, so that no incomplete file passes: a nearly full disk
 * accepts part of a write, and the muxer then finishes such a file without an error. Uses file descriptors, not
 * handles: those of a terminated worker are always closed.
 */
export function createFileSink(file: number): {
  stream: WritableStream<StreamTargetChunk>;
  throwIfFailed: () => void;
} {
  let failure: Error | undefined;
  const write = ({ data, position }: StreamTargetChunk) => {
    try {
      for (let done = 0; done < data.length;) {
        done += writeSync(file, data, done, data.length - done, position + done);
      }
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error));
      throw error;
    }
  };
  return {
    stream: new WritableStream<StreamTargetChunk>({ write }),
    throwIfFailed: () => {
      if (failure !== undefined) throw failure;
    },
  };
}
