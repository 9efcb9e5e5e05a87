import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';

/** The request that the running code works for. */
export interface RequestContext {
  /** Aborted at the deadline. */
  readonly signal: AbortSignal;
  /** `performance.now()` at which the response becomes 503. */
  readonly deadlineAt: number;
  /** Whether the request has ended; later work is background work. */
  readonly answered: boolean;
  /** Identifies the caller by address. */
  readonly req?: Request;
  /** ID of the user from whom blockers are hidden; absent for visitors, and if blocks do not apply. */
  hiddenFrom?: string | undefined;
  /** Whether the signed-in user's e-mail address is unconfirmed. */
  unconfirmed?: boolean | undefined;
  /**
   * Whether the request has written something: later reads and writes then run past the deadline, so that nothing
   * ends half-done.
   */
  hasWritten?: boolean;
  /** Writes that began and of which it is not known that they changed nothing. */
  writesBegun?: number;
  /** Adds a response header, or a value to an existing one. */
  appendHeader: (name: string, value: string) => unknown;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/**
 * Runs code on behalf of a request, or of none. `currentRequest` returns it in everything that this code calls and
 * awaits.
 */
export const runForRequest = <T>(context: RequestContext | undefined, run: () => T): T =>
  storage.run(context, run);

/** Whether the request has changed something, or may have. */
export const mayHaveWritten = ({ hasWritten, writesBegun = 0 }: RequestContext): boolean =>
  hasWritten === true || writesBegun > 0;

/** Returns the request that the running code works for; `undefined` in background work and after the response. */
export function currentRequest(): RequestContext | undefined {
  const context = storage.getStore();
  return context?.answered === true ? undefined : context;
}
