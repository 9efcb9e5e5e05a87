import { vi } from 'vitest';

/** Gives the window a width, for the queries of the shells: `(min-width: N px)` holds from N on. */
export const setWindowWidth = (width: number): void => {
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const from = Number(/min-width:\s*(\d+)px/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const list = {
      matches: width >= from,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    };
    return list as unknown as MediaQueryList;
  });
};
