import type { IncomingMessage } from 'node:http';
import { AppError } from './errors.js';

export interface BodyPace {
  /** Milliseconds within which so many bytes must come, again and again until the body is there. */
  window: number;
  bytes: number;
  /** Milliseconds until all of it must be there. */
  within: number;
  /** Bytes of the whole body at most. */
  most: number;
}

/**
 * Watches a body come in, since whoever sends a byte now and then would hold a place for ever, and whoever announces no
 * size could send without end. Counts what the connection brings, so the body is left to its reader.
 * @param refuse called once with the refusal
 * @returns ends the watch
 */
export function watchBody(
  req: IncomingMessage,
  pace: BodyPace,
  refuse: (error: AppError) => void,
): () => void {
  const atStart = req.socket.bytesRead;
  let before = atStart;
  const stop = () => {
    clearInterval(windows);
    clearTimeout(deadline);
  };
  const end = (error: AppError) => {
    stop();
    refuse(error);
  };
  const tooSlow = () => end(new AppError('REQUEST_TIMEOUT', 'The upload took too long. Please try again'));
  const windows = setInterval(() => {
    const { bytesRead } = req.socket;
    if (req.complete) stop();
    else if (bytesRead - atStart > pace.most)
      end(new AppError('PAYLOAD_TOO_LARGE', 'The request is too large'));
    else if (bytesRead - before < pace.bytes) tooSlow();
    before = bytesRead;
  }, pace.window).unref();
  const deadline = setTimeout(() => {
    if (req.complete) stop();
    else tooSlow();
  }, pace.within).unref();
  return stop;
}
