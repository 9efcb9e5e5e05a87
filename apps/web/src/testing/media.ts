import { vi } from 'vitest';

const listeners = new Set<EventListener>();
let width = 0;

/**
 * Sets the window width for media queries: `(min-width: N rem)` matches from N times 16 px. Tells those who listen since
 * an earlier call.
 */
export const setWindowWidth = (next: number): void => {
  width = next;
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const from = 16 * Number(/min-width:\s*(\d+)rem/.exec(query)?.[1] ?? Number.POSITIVE_INFINITY);
    const list = {
      get matches() {
        return width >= from;
      },
      media: query,
      addEventListener: (_type: string, listener: EventListener) => listeners.add(listener),
      removeEventListener: (_type: string, listener: EventListener) => listeners.delete(listener),
    };
    return list as unknown as MediaQueryList;
  });
  for (const listener of [...listeners]) listener(new Event('change'));
};
