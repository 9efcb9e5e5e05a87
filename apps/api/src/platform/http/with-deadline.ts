import type { Response } from 'express';
import { type RequestContext, runForRequest, mayHaveWritten } from '../request-context.js';
import { withTimeout } from '../with-timeout.js';
import { toAppError } from './error-handler.js';
import { serviceUnavailable, mayBeDone } from './errors.js';

/**
 * A database that hangs must not hang the caller: after the deadline the response is 503. Reads in flight are
 * aborted then, and when another call of the request finds the database away. Its code says whether a write had started.
 */
export function withDeadline<T>(milliseconds: number, res: Response, run: () => Promise<T>): Promise<T> {
  let begun: RequestContext | undefined;
  const failed = new AbortController();
  const work = async (signal: AbortSignal) => {
    const context: RequestContext & { answered: boolean } = {
      signal,
      deadlineAt: performance.now() + milliseconds,
      req: res.req,
      appendHeader: (name: string, value: string) => res.appendHeader(name, value),
      answered: false,
    };
    begun = context;
    try {
      return await runForRequest(context, run);
    } catch (error) {
      // of reads that run at once, the others must not hold their connections when one fails
      if (toAppError(error).code === 'SERVICE_UNAVAILABLE') failed.abort(error);
      throw error;
    } finally {
      context.answered = !signal.aborted;
    }
  };
  const late = () => serviceUnavailable(new Error('Request deadline passed'));
  return withTimeout(milliseconds, failed.signal, work, late).catch((error: unknown) => {
    const isWrite = res.req.method !== 'GET' && begun !== undefined && mayHaveWritten(begun);
    throw isWrite && toAppError(error).code === 'SERVICE_UNAVAILABLE' ? mayBeDone(error) : error;
  });
}
