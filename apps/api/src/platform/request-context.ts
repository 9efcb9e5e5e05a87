import { AsyncLocalStorage } from 'node:async_hooks';

/** What is known of the request that the running code works for. */
export interface RequestContext {
  /** Aborted once nobody waits for the answer any more. */
  readonly signal: AbortSignal;
  /** `performance.now()` at which the answer becomes 503. */
  readonly deadlineAt: number;
  /** Adds a field to the answer's head, or a value to a field that is there. */
  appendHeader: (name: string, value: string) => unknown;
}

const storage = new AsyncLocalStorage<RequestContext>();

/** Runs code on behalf of a request; `currentRequest` finds it again in all that this code calls and awaits. */
export const runForRequest = <T>(context: RequestContext, run: () => T): T => storage.run(context, run);

/** The request that the running code works for; `undefined` in background work. */
export const currentRequest = (): RequestContext | undefined => storage.getStore();
