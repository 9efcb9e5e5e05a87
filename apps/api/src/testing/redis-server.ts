import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Reads requests: arrays of texts with their lengths. @returns those that are complete, and the rest */
function requestsIn(text: string): { requests: string[][]; rest: string } {
  const requests: string[][] = [];
  let rest = text;
  for (;;) {
    const [head, size] = /^\*(\d+)\r\n/.exec(rest) ?? [];
    if (head === undefined) return { requests, rest };
    const words: string[] = [];
    let at = head.length;
    while (words.length < Number(size)) {
      const [length, bytes] = /^\$(\d+)\r\n/.exec(rest.slice(at)) ?? [];
      if (length === undefined || rest.length < at + length.length + Number(bytes) + 2)
        return { requests, rest };
      at += length.length;
      words.push(rest.slice(at, at + Number(bytes)));
      at += Number(bytes) + 2;
    }
    requests.push(words);
    rest = rest.slice(at);
  }
}

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;
const number = (value: number) => `:${value}\r\n`;
const push = (...items: readonly string[]) => `>${items.length}\r\n${items.join('')}`;

/** A server that publishes and subscribes as Redis does, over its protocol (RESP3). */
export async function startRedisServer(port = 0) {
  const channels = new Map<Socket, Set<string>>();
  let isSilent = false;

  const answers: Record<string, (socket: Socket, ...words: string[]) => string> = {
    HELLO: () => `%1\r\n${bulk('proto')}${number(3)}`,
    PING: () => '+PONG\r\n',
    SUBSCRIBE: (socket, ...names) => {
      const own = channels.get(socket)!;
      return names.map((name) => push(bulk('subscribe'), bulk(name), number(own.add(name).size))).join('');
    },
    UNSUBSCRIBE: (socket, ...names) => {
      const own = channels.get(socket)!;
      for (const name of names) own.delete(name);
      return names.map((name) => push(bulk('unsubscribe'), bulk(name), number(own.size))).join('');
    },
    PUBLISH: (_socket, name = '', text = '') => {
      const hearers = [...channels].filter(([, own]) => own.has(name));
      for (const [socket] of hearers) socket.write(push(bulk('message'), bulk(name), bulk(text)));
      return number(hearers.length);
    },
  };

  const server = createServer((socket) => {
    channels.set(socket, new Set());
    let text = '';
    socket.setEncoding('latin1').on('data', (more: string) => {
      const read = requestsIn(text + more);
      text = read.rest;
      if (isSilent) return;
      for (const [name = '', ...words] of read.requests)
        socket.write(answers[name.toUpperCase()]?.(socket, ...words) ?? `-ERR unknown command '${name}'\r\n`);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => channels.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `redis://127.0.0.1:${own}`,
    port: own,
    /** The channels that connections subscribe to. */
    channels: () => [...channels.values()].flatMap((each) => [...each]).sort(),
    /** Takes requests and answers none. */
    fallSilent: () => {
      isSilent = true;
    },
    stop: async () => {
      for (const socket of channels.keys()) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
