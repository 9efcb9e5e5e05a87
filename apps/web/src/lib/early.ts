/** A call that the page's head sent before any script of the app ran (app/prefetch.ts). */
export interface EarlyCall {
  /** Resolves to undefined if the head found that the app would not make this call. */
  answer: Promise<Response | undefined>;
  abort: () => void;
}

/** The first page of the feed, with its user and seed. Both are known once the response arrives. */
export interface EarlyFeed extends EarlyCall {
  reader?: string | null;
  seed?: number;
}

export interface EarlyCalls {
  session?: EarlyCall;
  feed?: EarlyFeed;
  /** The reader's people, words and languages, if the page arrived with them. */
  people?: EarlyCall;
}

/** What the page's head leaves for the app. */
interface Early extends EarlyCalls {
  /** The reader of the answers that the page arrived with; null for a visitor. */
  arrived?: string | null;
  /** The button that was last pressed in the posts that the page arrived with. */
  pressed?: Element;
}

declare global {
  interface Window {
    earlyCalls?: Early;
  }
}

/** The timeout of a call (F §9), in milliseconds since the page loaded: older responses are not used. */
const FRESH = 15_000;

/** Takes a call of the head, once. Returns undefined if none was made or it is too old. */
export const takeEarly = <K extends keyof EarlyCalls>(name: K): EarlyCalls[K] | undefined => {
  const found = window.earlyCalls?.[name];
  delete window.earlyCalls?.[name];
  return performance.now() < FRESH ? found : undefined;
};

/** Takes the answer to a read that the page arrived with for this reader, once. */
export const takeArrived = (path: string, reader: string | null | undefined): Response | undefined => {
  if (reader === undefined || window.earlyCalls?.arrived !== reader || performance.now() > FRESH)
    return undefined;
  const found = document.getElementById(`answer-${path}`);
  found?.remove();
  return found ? new Response(found.textContent) : undefined;
};
