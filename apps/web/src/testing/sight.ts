import { act } from '@testing-library/react';
import { vi } from 'vitest';

type Callback = (entries: Partial<IntersectionObserverEntry>[]) => void;

const observers = new Map<Callback, Set<Element>>();

class FakeIntersectionObserver {
  readonly #callback: Callback;

  constructor(callback: Callback) {
    this.#callback = callback;
    observers.set(callback, new Set());
  }
  observe(element: Element): void {
    observers.get(this.#callback)?.add(element);
  }
  unobserve(element: Element): void {
    observers.get(this.#callback)?.delete(element);
  }
  disconnect(): void {
    observers.delete(this.#callback);
  }
  takeRecords(): never[] {
    return [];
  }
}

/** Replaces IntersectionObserver with one that reports only on `setInSight`. */
export const installFakeSight = (): void => {
  observers.clear();
  vi.stubGlobal('IntersectionObserver', FakeIntersectionObserver);
};

/** Reports this visible share of matching elements to their observers; 0 is out of sight. `height` is in px. */
export const setInSight = (matches: (element: Element) => boolean, ratio: number, height = 100): void =>
  act(() => {
    for (const [callback, elements] of observers)
      for (const target of elements)
        if (matches(target))
          callback([
            {
              target,
              isIntersecting: ratio > 0,
              intersectionRatio: ratio,
              boundingClientRect: new DOMRect(0, 0, 100, height),
              intersectionRect: new DOMRect(0, 0, 100, height * ratio),
              rootBounds: null,
            },
          ]);
  });
