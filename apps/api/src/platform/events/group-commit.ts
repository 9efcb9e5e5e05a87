import { createKeyedQueue } from '../keyed-queue.js';

interface Group<I, R> {
  items: I[];
  written: Promise<R>;
}

/**
 * Writes items in groups (group commit): one write per key runs at a time, and items that arrive until it ends share the next
 * one. A single write waits for nothing.
 * @param write writes the items of a group; each caller gets its result, or its error
 * @param max after this many items the next ones form another group
 * @returns the result of the write, and the position of the caller's first item in its group
 */
export function createGroupCommit<I, R>(
  write: (key: string, items: readonly I[]) => Promise<R>,
  max: number,
) {
  const queue = createKeyedQueue();
  const waiting = new Map<string, Group<I, R>>();

  function startGroup(key: string): Group<I, R> {
    const items: I[] = [];
    const written = queue.run(key, () => {
      if (waiting.get(key)?.items === items) waiting.delete(key);
      return write(key, items);
    });
    const group = { items, written };
    waiting.set(key, group);
    return group;
  }

  return async (key: string, ...added: I[]): Promise<{ written: R; first: number }> => {
    let group = waiting.get(key);
    if (group === undefined || group.items.length >= max) group = startGroup(key);
    const first = group.items.length;
    group.items.push(...added);
    return { written: await group.written, first };
  };
}
