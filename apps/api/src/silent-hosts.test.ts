import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Socket } from 'node:net';
import type { Request } from 'express';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Flow } from './identity/oauth/flow.js';
import { createOpenId } from './identity/oauth/openid.js';
import { createConnection, openConnection } from './platform/db/connection.js';
import { createSmtpSender } from './platform/mail/smtp.js';
import { s3Files } from './platform/storage/s3-files.js';
import { withTimeout } from './platform/with-timeout.js';
import { startRawServer, type Handle } from './testing/raw-server.js';

/** Milliseconds that each wait may last. */
const WITHIN = 200;

/** Runs against a server that breaks off the protocol. @param isGivenBack whether the connection must end as well */
async function against<T>(
  handle: Handle,
  run: (port: number) => Promise<T>,
  isGivenBack = true,
): Promise<void> {
  const raw = await startRawServer((socket) => {
    handle(socket);
    // It sees the other end only while it reads.
    socket.resume();
  });
  try {
    await expect(run(raw.port)).rejects.toThrow();
    if (isGivenBack)
      // `expect.poll` does not know the test among concurrent ones
      await vi.waitFor(() => expect(raw.sockets.size).toBe(0), { timeout: 15_000 });
  } finally {
    await raw.close();
  }
}

/** Writes the beginning of an answer, and a byte now and then until the connection ends. */
function drip(socket: Socket, beginning: string): void {
  socket.write(beginning);
  const timer = setInterval(() => socket.write('a'), WITHIN / 4);
  socket.on('close', () => clearInterval(timer));
}
const after =
  (act: (socket: Socket) => unknown): Handle =>
  (socket) =>
    socket.once('data', () => act(socket));
const answers = (text: string) => after((socket) => socket.write(text));

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
/** By HTTP. */
const STAGES: [string, Handle][] = [
  ['closes at once', (socket) => socket.destroy()],
  ['resets at once', (socket) => socket.resetAndDestroy()],
  ['closes after the request', after((socket) => socket.destroy())],
  ['never answers', () => undefined],
  ['stops in the status line', answers('HTTP/1.1 20')],
  ['stops in a header', answers(`${HEAD}X-A: `)],
  ['sends a header a byte at a time', after((socket) => drip(socket, `${HEAD}X-A: `))],
  ['stops before the body', answers(`${HEAD}Content-Length: 5\r\n\r\n`)],
  ['stops in the body', answers(`${HEAD}Content-Length: 5\r\n\r\n{"`)],
  ['sends a body a byte at a time', after((socket) => drip(socket, `${HEAD}Content-Length: 5000\r\n\r\n{"`))],
  ['stops in a chunk', answers(`${HEAD}Transfer-Encoding: chunked\r\n\r\n5\r\n{"`)],
  ['breaks off the body', after((socket) => socket.end(`${HEAD}Content-Length: 5\r\n\r\n{"`))],
  ['upgrades', answers('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n')],
  ['upgrades to nothing', answers('HTTP/1.1 101 Switching Protocols\r\n\r\n')],
  ['hints for ever', answers('HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50))],
  ['is no web server', answers('220 mail.example ESMTP\r\n')],
];

describe.concurrent('a call of the object store ends', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'social-feed-silent-'));
    await writeFile(join(folder, 'file'), Buffer.alloc(1000));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(STAGES)('if the store %s [B41-3]', async (_what, handle) => {
    await against(handle, async (port) => {
      const config = {
        bucket: 'media',
        prefix: '',
        region: 'local',
        forcePathStyle: true,
        endpoint: `http://127.0.0.1:${port}`,
        credentials: { accessKeyId: 'a', secretAccessKey: 'b' },
      };
      const files = s3Files(config, { connect: WITHIN, answer: WITHIN, pace: 1e9, lag: WITHIN });
      const calls = [
        files.list(''),
        files.get('file', join(folder, 'copy')),
        files.put('file', join(folder, 'file')),
        files.putEmpty('file'),
        files.remove('file'),
      ];
      const ended = await Promise.allSettled(calls);
      await files.close();
      // What only wrote needs no body of the answer.
      expect(ended.slice(0, 2).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      throw (ended[0] as PromiseRejectedResult).reason;
    });
  });
});

describe.concurrent('a sign-in by OpenID Connect ends', () => {
  /** After a request that ended, `fetch` in Node 20 opens another connection. */
  const IS_KEPT_OPEN = false;
  const open = () => createOpenId({ answerWithin: WITHIN, now: () => new Date() });
  const access = (port: number) => ({
    issuer: `http://127.0.0.1:${port}`,
    clientId: 'a',
    clientSecret: 'b',
    callbackURL: 'http://127.0.0.1/callback',
  });

  it.each(STAGES)('if the provider %s at discovery [B41-3]', (_what, handle) =>
    against(handle, (port) => open().begin(access(port)), IS_KEPT_OPEN),
  );

  it.each(STAGES.slice(2))('if the provider %s at the exchange of the code [B41-3]', (_what, handle) => {
    let port = 0;
    const answerOrBreakOff: Handle = (socket) => {
      socket.once('data', (request: Buffer) => {
        if (!request.includes('/.well-known/')) {
          handle(socket);
          socket.emit('data', request);
          return;
        }
        const issuer = `http://127.0.0.1:${port}`;
        const document = JSON.stringify({
          issuer,
          token_endpoint: `${issuer}/token`,
          jwks_uri: `${issuer}/keys`,
        });
        socket.end(`${HEAD}Connection: close\r\nContent-Length: ${document.length}\r\n\r\n${document}`);
      });
    };
    const finish = (opened: number) => {
      port = opened;
      const req = { originalUrl: '/callback?code=a&state=s' } as Request;
      const flow = { state: 's', verifier: 'v'.repeat(43), nonce: 'n' } as Flow;
      return open().finish(access(port), req, flow);
    };
    return against(answerOrBreakOff, finish, IS_KEPT_OPEN);
  });
});

describe.concurrent('sending a mail ends', () => {
  const GREETING = '220 mail.example ESMTP\r\n';
  /** Answers each line by its command, and breaks off at one. */
  const smtp =
    (at: string, breakOff: (socket: Socket) => unknown): Handle =>
    (socket) => {
      const answerTo: Record<string, string> = {
        EHLO: '250-mail.example\r\n250 SIZE 100000\r\n',
        MAIL: '250 OK\r\n',
        RCPT: '250 OK\r\n',
        DATA: '354 Go on\r\n',
      };
      if (at === '') {
        breakOff(socket);
        return;
      }
      socket.write(GREETING);
      socket.on('data', (bytes: Buffer) => {
        const text = bytes.toString();
        const command = Object.keys(answerTo).find((name) => text.startsWith(name)) ?? 'END';
        if (command === at) breakOff(socket);
        else socket.write(answerTo[command] ?? '250 OK\r\n');
      });
    };
  const WAYS: [string, (socket: Socket) => unknown][] = [
    ['closes', (socket) => socket.destroy()],
    ['is silent', () => undefined],
    ['answers a byte at a time', (socket) => drip(socket, '2')],
    ['answers without an end', (socket) => drip(socket, '250-a\r\n250-')],
  ];
  const OTHER: (typeof WAYS)[number] = [
    'is no mail server',
    (socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
  ];
  const cases = ['', 'EHLO', 'MAIL', 'RCPT', 'DATA', 'END'].flatMap((at) =>
    // After a greeting, other text is an error of one command.
    (at === '' ? [...WAYS, OTHER] : WAYS).map(
      ([what, way]) => [what, at === '' ? 'the greeting' : at, smtp(at, way)] as const,
    ),
  );

  it.each(cases)('if the server %s at %s [B41-3]', (_what, _at, handle) =>
    against(handle, (port) => {
      const send = createSmtpSender({
        smtpUrl: `smtp://127.0.0.1:${port}`,
        from: { name: 'Feed', address: 'feed@example.org' },
        webOrigin: 'https://feed.example.org',
      });
      const mail = { to: 'ada@example.org', subject: 'Hello', text: 'Hello', html: '<p>Hello</p>' };
      return withTimeout(WITHIN, undefined, (signal) => send(mail, { messageId: '<a@b>', signal }));
    }),
  );
});

describe.concurrent('opening the database ends', () => {
  /** A message of the database's wire that says how long it is. */
  const message = (length: number) => {
    const bytes = Buffer.alloc(16);
    bytes.writeInt32LE(length);
    return bytes;
  };
  it.each<[string, Handle]>([
    ['closes at once', (socket) => socket.destroy()],
    ['closes after the greeting', after((socket) => socket.destroy())],
    ['never answers', () => undefined],
    ['stops in the head of a message', after((socket) => socket.write(message(100).subarray(0, 3)))],
    ['stops before the body of a message', after((socket) => socket.write(message(100)))],
    ['announces a message that is too long', after((socket) => socket.write(message(2 ** 31 - 1)))],
    ['sends a message a byte at a time', after((socket) => drip(socket, message(100).toString('latin1')))],
    ['is no database', after((socket) => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'))],
  ])('if it %s [B41-3]', async (_what, handle) => {
    const connection = createConnection();
    const openAt = async (port: number) => {
      try {
        await openConnection(connection, {
          dbName: undefined,
          uri: `mongodb://127.0.0.1:${port}/feed?directConnection=true`,
          serverSelectionTimeout: WITHIN,
          connectTimeout: WITHIN,
          heartbeat: 500,
          answerWithin: { request: WITHIN, background: WITHIN },
          maxPoolSize: 2,
          monitorCommands: false,
        });
      } finally {
        await connection.close(true);
      }
    };
    // The driver gives a connection back that it is still opening once that fails.
    await against(handle, openAt, false);
  });
});
