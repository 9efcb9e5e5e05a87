import { connect, type Socket } from 'node:net';

/** The result of a request; `status` is 0 without a response. */
export interface Outcome {
  status: number;
  hasRetryAfter: boolean;
  /** Milliseconds until the first byte of the response. */
  took: number;
}

const HEAD_END = '\r\n\r\n';

export type Readers = ReturnType<typeof createReaders>;

/**
 * Connections that each read one address repeatedly. Uses raw sockets: Node's client costs more than the server,
 * and would dominate the measurement.
 */
export function createReaders(url: URL, most: number) {
  const idle: Socket[] = [];
  const all = new Set<Socket>();
  const request = `GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`;

  /** Sends one request; returns `undefined` if all connections are busy. */
  function read(): Promise<Outcome> | undefined {
    const socket = idle.pop() ?? (all.size < most ? open() : undefined);
    return socket && ask(socket);
  }

  function close(): void {
    for (const socket of all) socket.destroy();
  }

  function open(): Socket {
    const socket = connect({ port: Number(url.port), host: url.hostname, noDelay: true });
    all.add(socket);
    socket.once('close', () => all.delete(socket));
    return socket;
  }

  function ask(socket: Socket): Promise<Outcome> {
    return new Promise((resolve) => {
      const start = performance.now();
      const outcome: Outcome = { status: 0, hasRetryAfter: false, took: 0 };
      let head = '';
      /** Remaining bytes of the body. */
      let left = -1;
      const finish = () => {
        socket.off('data', onData).off('close', finish).off('error', onError);
        if (!socket.destroyed) idle.push(socket);
        resolve(outcome);
      };
      const onError = () => socket.destroy();
      const onData = (bytes: Buffer) => {
        if (left < 0) {
          if (outcome.took === 0) outcome.took = performance.now() - start;
          head += bytes.toString('latin1');
          const end = head.indexOf(HEAD_END);
          if (end < 0) return;
          const lines = head.slice(0, end);
          outcome.status = Number(lines.slice(9, 12));
          outcome.hasRetryAfter = /^retry-after:/im.test(lines);
          left =
            Number(/^content-length: *(\d+)/im.exec(lines)?.[1] ?? 0) - (head.length - end - HEAD_END.length);
          if (/^connection: *close/im.test(lines)) socket.end();
        } else left -= bytes.length;
        if (left <= 0) finish();
      };
      socket.on('data', onData).once('close', finish).once('error', onError);
      socket.write(request);
    });
  }

  return { read, close };
}
