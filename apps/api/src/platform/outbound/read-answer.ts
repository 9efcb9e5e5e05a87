import type { IncomingMessage } from 'http';
import { inflated } from './inflate.js';
import { OutboundError } from './outbound-error.js';

export interface AnswerLimits {
  /** Rejects answers of other types, in lower case and without parameters, before their body is read. */
  isWanted: (type: string) => boolean;
  /** Maximum bytes of the body. */
  bytesMax: number;
  /** How to handle a longer body. */
  longer: 'refuse' | 'cut';
}

export function redirectOf({ statusCode, headers }: IncomingMessage): string | undefined {
  if (![301, 302, 303, 307, 308].includes(statusCode ?? 0)) return undefined;
  // Some hosts do not escape the address. Node reads its bytes as Latin-1; browsers escape them.
  return headers.location?.replace(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * Returns the type of an answer.
 * @throws OutboundError if it is not wanted
 */
export function typeOf({ statusCode = 0, headers }: IncomingMessage, { isWanted }: AnswerLimits): string {
  if (statusCode !== 200) {
    const isFinal = statusCode < 500 && statusCode !== 429;
    throw new OutboundError(isFinal ? 'refused' : 'failed', `The host answers ${statusCode}`);
  }
  const type = headers['content-type'] ?? '';
  if (!isWanted(type.split(';', 1)[0]!.trim().toLowerCase())) {
    throw new OutboundError('refused', 'The answer is of another type');
  }
  return type;
}

/** Adds the body of an answer to the chunks as it arrives. */
export async function readBody(
  answer: IncomingMessage,
  { bytesMax, longer }: AnswerLimits,
  chunks: Buffer[],
): Promise<void> {
  async function* bounded(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let left = bytesMax;
    for await (const chunk of bytes) {
      if (chunk.length > left && longer === 'refuse') {
        throw new OutboundError('refused', `The answer has more than ${bytesMax} bytes`);
      }
      yield chunk.subarray(0, left);
      left -= chunk.length;
      if (left < 0) return;
    }
  }
  const body = inflated(answer, answer.headers['content-encoding'] ?? '', bounded);
  for await (const chunk of body) chunks.push(chunk);
}
