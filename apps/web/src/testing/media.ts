import { vi } from 'vitest';

/** Sets the window width for media queries: `(min-width: N rem)` matches from N times 16 px. */
export const setWindowWidth = (width: number): void => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const from = 16 * Number(/min-width:\s*(\d+)rem/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const list = {
      matches: width >= from,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    return list as unknown as MediaQueryList;
  });
};
