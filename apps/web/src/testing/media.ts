import { vi } from 'vitest';

/** Gives the window a width, for the queries of the shells: `(min-width: N rem)` holds from N times 16 px on. */
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
