import { vi } from 'vitest';

/** A stream of server-sent events, fed by the test. */
class FakeEventSource extends EventTarget {
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

  /** Fails the stream, as a response that is not a stream does. */
  refuse(): void {
    this.close();
    this.dispatchEvent(new Event('error'));
  }
}

/** Every stream opened since `fakeEventSources`. */
export let opened: FakeEventSource[] = [];

/** The streams that are open now. */
export const openStreams = (): FakeEventSource[] => opened.filter(({ readyState }) => readyState === 1);

/** Replaces EventSource with the fake, and provides browser-like locks. */
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

/** Removes the fakes. */
export const forgetEventSources = (): void => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'locks');
};
