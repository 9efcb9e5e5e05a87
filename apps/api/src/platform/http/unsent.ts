import type { Socket } from 'node:net';

/** Milliseconds between two looks at what clients have not taken. */
const LOOK_EVERY = 250;
/** Milliseconds in which any client may take its answer before it counts as slow. */
const FRESH = 1000;

export type UnsentLimit = ReturnType<typeof limitUnsent>;

/**
 * Bounds the bytes of answers that wait in memory for their clients. Above the bound it closes connections: slow ones
 * before those whose answer is younger than a second, and of these the ones with the most bytes first.
 * @param most bytes of all connections together
 * @param onShed is called for each connection that is closed
 */
export function limitUnsent(sockets: () => Iterable<Socket>, most: number, onShed?: () => void) {
  const waitingSince = new WeakMap<Socket, number>();
  let added = 0;

  const look = () => {
    const now = performance.now();
    const waiting: { socket: Socket; bytes: number; isFresh: boolean }[] = [];
    let total = 0;
    for (const socket of sockets()) {
      const bytes = socket.writableLength;
      if (bytes === 0) {
        waitingSince.delete(socket);
        continue;
      }
      const since = waitingSince.get(socket) ?? now;
      waitingSince.set(socket, since);
      waiting.push({ socket, bytes, isFresh: now - since < FRESH });
      total += bytes;
    }
    added = 0;
    if (total <= most) return;
    waiting.sort((a, b) => Number(a.isFresh) - Number(b.isFresh) || b.bytes - a.bytes);
    for (const { socket, bytes } of waiting) {
      if (total <= most) break;
      total -= bytes;
      onShed?.();
      socket.destroy();
    }
  };

  const looks = setInterval(look, LOOK_EVERY).unref();
  return {
    /** Starts the clock of a connection for its next answer. */
    begin: (socket: Socket) => waitingSince.delete(socket),
    /** Counts the bytes that an answer leaves with its connection. Looks at once where many came since the last look. */
    add: (bytes: number) => {
      added += bytes;
      if (added > most / 4) look();
    },
    stop: () => clearInterval(looks),
  };
}
