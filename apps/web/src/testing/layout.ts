import { vi } from 'vitest';

const waiting = new Set<() => void>();

class FakeResizeObserver {
  readonly #tell: () => void;

  constructor(tell: () => void) {
    this.#tell = tell;
  }
  observe(): void {
    waiting.add(this.#tell);
  }
  unobserve(): void {
    waiting.delete(this.#tell);
  }
  disconnect(): void {
    waiting.delete(this.#tell);
  }
}

/** Replaces ResizeObserver with one that reports only on `layOut`. */
export const installFakeLayout = (): void => {
  waiting.clear();
  vi.stubGlobal('ResizeObserver', FakeResizeObserver);
};

/** Reports to all observers, as in a frame after its layout. */
export const layOut = (): void => {
  for (const tell of [...waiting]) tell();
};
