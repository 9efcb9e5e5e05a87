import { AsyncLocalStorage } from 'node:async_hooks';
import type { Request } from 'express';

/** What is known of the request that the running code works for. */
export interface RequestContext {
  /** Aborted when the deadline passes. */
  readonly signal: AbortSignal;
  /** `performance.now()` at which the answer becomes 503. */
  readonly deadlineAt: number;
  /** Whether it is over; what goes on then is work of its own. */
  readonly answered: boolean;
  /** Who asks, as far as the address tells. */
  readonly req?: Request;
  /** Whose blockers are hidden: the id of the signed-in user; absent for a visitor, and where blocks do not count. */
  hiddenFrom?: string | undefined;
  /** Whether the signed-in user has still to confirm an e-mail address. */
  unconfirmed?: boolean | undefined;
  /** Whether something was changed for it: the rest is read and written even late, so that nothing ends half-done. */
  hasWritten?: boolean;
  /** Adds a field to the answer's head, or a value to a field that is there. */
  appendHeader: (name: string, value: string) => unknown;
}

const storage = new AsyncLocalStorage<RequestContext | undefined>();

/** Runs code on behalf of a request, or of none; `currentRequest` finds it again in all that this code calls and awaits. */
export const runForRequest = <T>(context: RequestContext | undefined, run: () => T): T =>
  storage.run(context, run);

/** The request that the running code works for; `undefined` in background work and after the answer. */
export function currentRequest(): RequestContext | undefined {
  const context = storage.getStore();
  return context?.answered === true ? undefined : context;
}
