import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** Starts a local mail server. `refuse` returns the error code of a rejection, 0 to accept. */
export async function openMailServer() {
  const received: { from: string; to: string[]; raw: string; greeting: string }[] = [];
  const refuse = { recipient: (_address: string) => 0, text: () => 0 };
  const refusal = (responseCode: number) => Object.assign(new Error('Not today'), { responseCode });
  const server = new SMTPServer({
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo({ address }, _session, done) {
      const code = refuse.recipient(address);
      done(code === 0 ? null : refusal(code));
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const code = refuse.text();
        if (code !== 0) {
          done(refusal(code));
          return;
        }
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          raw: Buffer.concat(chunks).toString('utf8'),
          greeting: session.hostNameAppearsAs,
        });
        done();
      });
    },
  });
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(resolve);
    });
  onTestFinished(close);
  return { port, received, refuse, close };
}

/**
 * Starts a mail server that hangs on its first connections and forwards later ones.
 * @param hang handles a connection on which it hangs
 */
export async function openHangingServer(target: number, hangs: number, hang: (socket: Socket) => void) {
  const sockets = new Set<Socket>();
  const state = { hung: 0, closed: 0 };
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    if (state.hung === hangs) {
      const inner = connect(target, '127.0.0.1');
      inner.on('error', () => undefined);
      socket.pipe(inner).pipe(socket);
      return;
    }
    state.hung += 1;
    socket.on('close', () => {
      state.closed += 1;
    });
    socket.resume();
    hang(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, state };
}
