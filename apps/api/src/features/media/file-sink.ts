import { writeSync } from 'node:fs';
import { WritableStream } from 'node:stream/web';
import type { StreamTargetChunk } from 'mediabunny';

/**
 * Writes the muxer's output. A failed write is remembered, so that no file that is only half there can pass: a nearly
 * full disk takes a part of a write, and the muxer ends such a file as if nothing had happened. Numbers of files rather
 * than handles: those of a worker that is ended are closed, handles need not be.
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
