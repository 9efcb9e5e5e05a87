import { vi } from 'vitest';

/** A stream of server-sent events whose server is the test. */
export class FakeEventSource extends EventTarget {
  static readonly CLOSED = 2;
  readonly CLOSED = 2;
  readyState = 1;

  constructor(
    readonly url: string,
    readonly init: EventSourceInit,
  ) {
    super();
    opened.push(this);
  }

  close(): void {
    this.readyState = this.CLOSED;
  }

  tell(event: string, data: object): void {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }));
  }

  /** What an answer other than a stream does. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

/** Every stream that was opened since `fakeEventSources`. */
export let opened: FakeEventSource[] = [];

/** Those that are open. */
export const openStreams = (): FakeEventSource[] => opened.filter(({ readyState }) => readyState === 1);

/** Has the app open streams of the test's, and take turns by locks as a browser has them. */
export const fakeEventSources = (): void => {
  opened = [];
  let turns: Promise<unknown> = Promise.resolve();
  vi.stubGlobal('EventSource', FakeEventSource);
  Object.defineProperty(navigator, 'locks', {
    configurable: true,
    value: {
      request: (_name: string, { signal }: LockOptions, act: () => Promise<void>) => {
        const turn = turns.then(() => {
          signal?.throwIfAborted();
          return act();
        });
        turns = turn.catch(() => undefined);
        return turn;
      },
    },
  });
};

/** Takes them away again. */
export const forgetEventSources = (): void => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
};
