import type { Socket } from 'node:net';

/** Milliseconds between two checks of unsent bytes. */
const LOOK_EVERY = 250;
/** Milliseconds before a client that does not read counts as slow. */
const FRESH = 1000;

/**
 * Limits the bytes of responses buffered in memory. Above the limit it closes connections: slow ones before those
 * whose response is younger than a second, and among these the ones with the most bytes first.
 * @param most maximum bytes of all connections together
 * @param onShed is called for each closed connection
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
    /** Restarts the timer of a connection for its next response. */
    begin: (socket: Socket) => waitingSince.delete(socket),
    /** Adds the bytes that a response leaves unsent. Checks at once if many were added since the last check. */
    add: (bytes: number) => {
      added += bytes;
      if (added > most / 4) look();
    },
    stop: () => clearInterval(looks),
  };
}
