import type { FileHandle } from 'node:fs/promises';
import { WritableStream } from 'node:stream/web';
import type { StreamTargetChunk } from 'mediabunny';

/**
 * Writes the muxer's output. A failed write is remembered, so that no file that is only half there can pass: a nearly
 * full disk takes a part of a write, and the muxer ends such a file as if nothing had happened.
 */
export function createFileSink(file: FileHandle): {
  stream: WritableStream<StreamTargetChunk>;
  throwIfFailed: () => void;
} {
  let failure: Error | undefined;
  const write = async ({ data, position }: StreamTargetChunk) => {
    try {
      for (let done = 0; done < data.length;) {
        const { bytesWritten } = await file.write(data, done, data.length - done, position + done);
        done += bytesWritten;
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
