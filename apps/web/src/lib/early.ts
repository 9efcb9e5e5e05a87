/** A call that the page's head made before any script of the app ran (app/ask-early.ts). */
export interface EarlyCall {
  /** Undefined where the head found that the app would not make this call. */
  answer: Promise<Response | undefined>;
  abort: () => void;
}

/** The first page of the feed: whose it is, and in which order. Both are known by the time of its answer. */
export interface EarlyFeed extends EarlyCall {
  reader?: string | null;
  seed?: number;
}

export interface EarlyCalls {
  session?: EarlyCall;
  feed?: EarlyFeed;
}

declare global {
  interface Window {
    earlyCalls?: EarlyCalls;
  }
}

/** As long as a call may take (F §9), in milliseconds since the page began: an older answer is not used. */
const FRESH = 15_000;

/** What the head asked for, to be used once; undefined for nothing, and where it is too old. */
export const takeEarly = <K extends keyof EarlyCalls>(name: K): EarlyCalls[K] | undefined => {
  const found = window.earlyCalls?.[name];
  delete window.earlyCalls?.[name];
  return performance.now() < FRESH ? found : undefined;
};
